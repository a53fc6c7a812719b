/** The gRPC transport: for callers outside the bus and for what is too long for a NATS message. */
import { Metadata, Server, ServerCredentials, ServerInterceptingCall } from '@grpc/grpc-js';
import type {
  Deadline,
  ServerInterceptingCallInterface,
  ServerMethodDefinition,
  handleBidiStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  sendUnaryData,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { Fault } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Actor, CallMeta } from './call.ts';
import { serviceName } from './definition.ts';
import type { Definition } from './definition.ts';
import { SERVICES } from './grpc-access.ts';
import type { GrpcAccess } from './grpc-access.ts';
import { sendAnswers } from './grpc-stream.ts';
import { KEY, OPTIONS, toServiceDefinition } from './grpc-wire.ts';
import type { GrpcCertificate } from './grpc-wire.ts';
import { callSeconds } from './perform.ts';
import type { Perform } from './perform.ts';
import { REFLECTION, answers } from './reflection.ts';

const textIn = (metadata: Metadata, key: string): string => String(metadata.get(key)[0] ?? '');

/** What every kind of call of a server has. */
interface Incoming {
  metadata: Metadata;
  getDeadline(): Deadline;
}

/** Who calls, for which project, and how long it waits. */
function metaOf(call: Incoming): CallMeta {
  const { metadata } = call;
  const text = (key: string): string => textIn(metadata, key);
  const [, kind, id] = /^(key|user|recipient|service|operator):(.+)$/.exec(text(KEY.actor)) ?? [];
  const caller = text(KEY.caller);
  const actor: Actor = kind && id ? { kind: kind as Actor['kind'], id } : { kind: 'service', id: caller };
  // An audit trail names whose token it was: only who holds the services' own says which operator it is.
  if (actor.kind === 'operator' && caller !== SERVICES) actor.id = caller;
  const until = Number(call.getDeadline());
  return {
    projectId: text(KEY.project),
    requestId: text(KEY.request) || crypto.randomUUID(),
    actor,
    ip: text(KEY.ip) || undefined,
    ...(until < Infinity ? { deadline: until } : {}),
  };
}

function toStatus(error: unknown): { code: number; details: string; metadata: Metadata } {
  const failure = error instanceof Fault ? error : new Fault('INTERNAL_SERVER_ERROR');
  const metadata = new Metadata();
  metadata.set(KEY.fault, Buffer.from(JSON.stringify(failure.toWire())));
  return { code: failure.grpc, details: failure.message, metadata };
}

export interface GrpcServer {
  /** Offers a service; called before `listen`. */
  add(definition: Definition, perform: Perform): void;
  /** Answers the port; `port` 0 takes a free one. */
  listen(host: string, port: number): Promise<number>;
  /** Finishes what is under way, takes nothing new; streams of answers end where they are. */
  close(): Promise<void>;
}

/** Certificates as PEM. */
export interface GrpcServerTls extends GrpcCertificate {
  /** Given: callers must show a certificate that this authority signed. */
  clientCa?: string | undefined;
}

export interface GrpcServerParts {
  access: GrpcAccess;
  /** Undefined: in clear text. */
  tls?: GrpcServerTls | undefined;
  metrics: Metrics;
}

function credentialsOf(tls: GrpcServerTls | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const { cert, key, clientCa } = tls;
  const own = [{ cert_chain: Buffer.from(cert), private_key: Buffer.from(key) }];
  return ServerCredentials.createSsl(clientCa === undefined ? null : Buffer.from(clientCa), own, clientCa !== undefined);
}

/**
 * Callers are admitted before a byte of their message is decoded. Health checks need no token: a kubelet holds no secret. Reflection does:
 * it names every method and field there is.
 */
export function createGrpcServer({ access, tls, metrics }: GrpcServerParts): GrpcServer {
  /** Path → what access and metrics call it. */
  const methods = new Map<string, { service: string; method: string }>();
  const server = new Server({ ...OPTIONS, interceptors: [authorize] });
  const health = new HealthImplementation({ '': 'SERVING' });
  const closing = new AbortController();
  const offered: string[] = [];
  const seconds = callSeconds(metrics);

  /** Who is turned away never reaches the method, and is counted as refused by it all the same. */
  function authorize({ path }: ServerMethodDefinition<unknown, unknown>, call: ServerInterceptingCallInterface): ServerInterceptingCall {
    const called = methods.get(path);
    if (!called) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, proceed) {
            try {
              metadata.set(KEY.caller, access.admit(textIn(metadata, KEY.token), called.service, called.method));
              proceed(metadata);
            } catch (error) {
              seconds.observe({ ...called, transport: 'grpc', outcome: 'refused' }, 0);
              call.sendStatus(toStatus(error));
            }
          },
        }),
    });
  }

  const reflect: handleBidiStreamingCall<Buffer, Buffer> = async (call) => {
    try {
      await sendAnswers(call, answers(call, offered, closing.signal), closing.signal);
      call.end();
    } catch (error) {
      call.emit('error', toStatus(error));
    }
  };

  function implementation(
    definition: Definition,
    perform: Perform,
  ): Record<string, handleUnaryCall<any, any> | handleServerStreamingCall<any, any>> {
    const parent = (metadata: Metadata) => ({ traceparent: String(metadata.get('traceparent')[0] ?? '') });
    const ask = (method: string, request: unknown, call: Incoming) =>
      perform(method, request, { meta: metaOf(call), transport: 'grpc', parent: parent(call.metadata) });
    // A call that streams its request is a stream of requests itself.
    const unary =
      (method: string, requestStream: boolean): handleUnaryCall<unknown, unknown> =>
      async (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => {
        try {
          answer(null, await ask(method, requestStream ? (call as unknown as ServerReadableStream<unknown, unknown>) : call.request, call));
        } catch (error) {
          answer(toStatus(error));
        }
      };
    const stream =
      (method: string): handleServerStreamingCall<unknown, unknown> =>
      async (call: ServerWritableStream<unknown, unknown>) => {
        try {
          await sendAnswers(call, (await ask(method, call.request, call)) as AsyncIterable<unknown>, closing.signal);
          call.end();
        } catch (error) {
          call.emit('error', toStatus(error));
        }
      };
    return Object.fromEntries(
      Object.entries(definition.methods).map(([name, { requestStream, responseStream }]) => [
        name,
        responseStream ? stream(name) : unary(name, requestStream),
      ]),
    );
  }

  function add(definition: Definition, perform: Perform): void {
    const described = toServiceDefinition(definition);
    for (const [method, { path }] of Object.entries(described)) methods.set(path, { service: serviceName(definition), method });
    server.addService(described, implementation(definition, perform));
    health.setStatus(definition.fullName, 'SERVING');
    offered.push(definition.fullName);
  }

  function listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.bindAsync(`${host}:${port}`, credentialsOf(tls), (error, bound) => (error ? reject(error) : resolve(bound)));
    });
  }

  function close(): Promise<void> {
    closing.abort();
    return new Promise((resolve) => server.tryShutdown(() => resolve()));
  }

  health.addToServer(server);
  for (const definition of REFLECTION) {
    for (const { path } of Object.values(definition)) methods.set(path, { service: 'reflection', method: 'info' });
    server.addService(definition, { ServerReflectionInfo: reflect });
  }
  return { add, listen, close };
}
