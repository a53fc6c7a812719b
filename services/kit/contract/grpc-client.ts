/** The caller's side of gRPC: for callers outside the bus and for what is too long for a NATS message. */
import { Metadata, credentials, makeGenericClientConstructor, status } from '@grpc/grpc-js';
import type { ChannelCredentials, ServiceError } from '@grpc/grpc-js';
import { Fault } from '../errors.ts';
import type { FaultWire } from '../errors.ts';
import { carry } from '../telemetry/trace.ts';
import type { Transport } from './client.ts';
import { timeLeft } from './deadline.ts';
import type { Definition } from './definition.ts';
import { readAnswers, sendRequests } from './grpc-stream.ts';
import { KEY, OPTIONS, toServiceDefinition } from './grpc-wire.ts';
import type { GrpcCertificate } from './grpc-wire.ts';

/** How a server is known, as PEM, and who we are where it demands a certificate. */
export interface GrpcClientTls {
  /** Undefined: the authorities the system knows. */
  ca?: string | undefined;
  own?: GrpcCertificate | undefined;
  /** Stands in the server's certificate; its address by default. */
  name?: string | undefined;
}

export interface GrpcTransportParts {
  /** host:port */
  address: string;
  token: string;
  /** Undefined: in clear text. */
  tls?: GrpcClientTls | undefined;
  /** Of a call whose caller has none. */
  deadlineMs?: number;
}

function credentialsOf(tls: GrpcClientTls | undefined): ChannelCredentials {
  if (!tls) return credentials.createInsecure();
  const pem = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
  return credentials.createSsl(pem(tls.ca), pem(tls.own?.key), pem(tls.own?.cert));
}

export interface GrpcTransport {
  transport: Transport;
  /** Ends its connection. */
  close(): void;
}

/** To a service over gRPC, for callers outside the bus. */
export function createGrpcTransport(
  definition: Definition,
  { address, token, tls, deadlineMs = 15_000 }: GrpcTransportParts,
): GrpcTransport {
  const Caller = makeGenericClientConstructor(toServiceDefinition(definition), definition.fullName);
  const caller = new Caller(address, credentialsOf(tls), {
    ...OPTIONS,
    ...(tls?.name ? { 'grpc.ssl_target_name_override': tls.name } : {}),
  });
  const transport: Transport = async (method, request, { projectId, requestId, actor, ip, deadline }) => {
    const left = timeLeft({ deadline }, deadlineMs);
    const metadata = new Metadata();
    for (const [key, value] of Object.entries({
      [KEY.token]: `Bearer ${token}`,
      [KEY.project]: projectId,
      [KEY.request]: requestId,
      [KEY.actor]: `${actor.kind}:${actor.id}`,
      ...(ip ? { [KEY.ip]: ip } : {}),
      ...carry(),
    }))
      metadata.set(key, value);
    const { requestStream, responseStream } = definition.methods[method]!;
    const call = caller[method]!.bind(caller) as Function;
    // A stream takes as long as it takes, unless whoever it is for says otherwise.
    const streaming = deadline === undefined ? {} : { deadline };
    if (responseStream) return readAnswers(call(request, metadata, streaming), faultOf);
    const answered = Promise.withResolvers<unknown>();
    const answer = (error: ServiceError | null, response: unknown): void =>
      error ? answered.reject(faultOf(error)) : answered.resolve(response);
    if (!requestStream) {
      call(request, metadata, { deadline: Date.now() + left }, answer);
      return answered.promise;
    }
    // The source's own fault comes first; else the answer says what happened.
    return sendRequests(call(metadata, streaming, answer), request as AsyncIterable<unknown>, answered.promise).then(
      () => answered.promise,
    );
  };
  return { transport, close: () => caller.close() };
}

/** What a call ended with → a Fault. */
function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code, metadata } = error as Partial<ServiceError>;
  const [wire] = metadata?.get(KEY.fault) ?? [];
  if (wire) return Fault.fromWire(JSON.parse(wire.toString()) as FaultWire);
  return new Fault(code === status.DEADLINE_EXCEEDED ? 'SERVICE_TIMEOUT' : 'SERVICE_UNAVAILABLE');
}
