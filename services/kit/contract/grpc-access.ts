/** Who may call which method by gRPC: the services by their token, and callers of a file, each with tokens and methods of its own. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Fault } from '../errors.ts';

/** A caller of GRPC_CALLERS_FILE. */
export interface GrpcCaller {
  name: string;
  /** SHA-256 of each token it may show, in hex: two while one replaces the other. */
  tokens: readonly string[];
  /** `<service>.<method>`, `<service>.*` or `*`; `reflection.info` is the reflection service. */
  methods: readonly string[];
}

export interface GrpcAccess {
  /**
   * Answers the caller's name. Faults UNAUTHORIZED without a known token, FORBIDDEN for a method that is not among its caller's.
   * @param authorization the header as it came. Compared with every token in constant time.
   */
  admit(authorization: string, service: string, method: string): string;
}

/** What the services are called as callers. */
export const SERVICES = 'posthorn';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const SCHEME = 'Bearer ';

/** @param tokens of the services: every method is open to them. */
export function createGrpcAccess(tokens: readonly string[], callers: readonly GrpcCaller[] = []): GrpcAccess {
  const known = [
    ...tokens.map((token) => ({ name: SERVICES, token: digest(token), methods: new Set(['*']) })),
    ...callers.flatMap(({ name, tokens: own, methods }) =>
      own.map((hex) => ({ name, token: Buffer.from(hex, 'hex'), methods: new Set(methods) })),
    ),
  ];

  function admit(authorization: string, service: string, method: string): string {
    const shown = digest(authorization.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : '');
    const caller = known.filter(({ token }) => timingSafeEqual(token, shown))[0];
    if (!caller) throw new Fault('UNAUTHORIZED', { message: 'A service token is required' });
    if (![`${service}.${method}`, `${service}.*`, '*'].some((name) => caller.methods.has(name)))
      throw new Fault('FORBIDDEN', { message: `${caller.name} may not call ${service}.${method}` });
    return caller.name;
  }

  return { admit };
}
