/** What both sides of gRPC agree on beside the protos: limits, metadata, how messages become bytes, how faults travel. */
import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Definition, MethodDefinition } from './definition.ts';

/** Rows of a template list or a mail with its attachments; HTTP takes bodies up to 50 MB. */
export const OPTIONS = { 'grpc.max_receive_message_length': 64 * 1_048_576, 'grpc.max_send_message_length': 64 * 1_048_576 } as const;

/** Metadata keys (all lower case, as HTTP/2 wants them). `x-actor` is `<kind>:<id>`; `x-caller` is the server's own. */
export const KEY = {
  token: 'authorization',
  caller: 'x-caller',
  project: 'x-project-id',
  request: 'x-request-id',
  actor: 'x-actor',
  ip: 'x-client-ip',
  fault: 'posthorn-fault-bin',
} as const;

type Codec = { encode(message: unknown): { finish(): Uint8Array }; decode(bytes: Uint8Array): unknown };

export function toServiceDefinition({ fullName, methods }: Definition): ServiceDefinition {
  const serialize = (codec: unknown) => (message: unknown) => Buffer.from((codec as Codec).encode(message).finish());
  const deserialize = (codec: unknown) => (bytes: Buffer) => (codec as Codec).decode(bytes);
  const describe = (method: MethodDefinition) => ({
    path: `/${fullName}/${method.name}`,
    requestStream: method.requestStream,
    responseStream: method.responseStream,
    requestSerialize: serialize(method.requestType),
    requestDeserialize: deserialize(method.requestType),
    responseSerialize: serialize(method.responseType),
    responseDeserialize: deserialize(method.responseType),
  });
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, describe(method)]));
}

/** PEM texts of one side. */
export interface GrpcCertificate {
  cert: string;
  key: string;
}
