/** The gRPC face: for callers outside the bus and for what is too long for a NATS message. */
import { Metadata, Server, ServerCredentials, credentials, makeGenericClientConstructor, status } from '@grpc/grpc-js';
import type { ServiceDefinition, handleServerStreamingCall, handleUnaryCall, sendUnaryData, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { Fault } from '../errors.ts';
import type { FaultWire } from '../errors.ts';
import { carry } from '../telemetry/trace.ts';
import type { Actor, CallMeta } from './call.ts';
import type { Via } from './client.ts';
import type { Definition, MethodDefinition } from './definition.ts';
import type { Perform } from './perform.ts';

/** Rows of a template list or a mail with its attachments; HTTP takes bodies up to 50 MB. */
const OPTIONS = { 'grpc.max_receive_message_length': 64 * 1_048_576, 'grpc.max_send_message_length': 64 * 1_048_576 } as const;

/** Metadata keys (all lower case, as HTTP/2 wants them). `x-actor` is `<kind>:<id>`. */
const KEY = { token: 'authorization', project: 'x-project-id', request: 'x-request-id', actor: 'x-actor', fault: 'posthorn-fault-bin' } as const;

type Codec = { encode(message: unknown): { finish(): Uint8Array }; decode(bytes: Uint8Array): unknown };

function toServiceDefinition({ fullName, methods }: Definition): ServiceDefinition {
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Who calls: the holder of the service token, for the project it names. Without the right token nothing answers. */
function admit(metadata: Metadata, token: string): CallMeta {
  const text = (key: string): string => String(metadata.get(key)[0] ?? '');
  if (!timingSafeEqual(digest(text(KEY.token)), digest(`Bearer ${token}`))) throw new Fault('UNAUTHORIZED', { message: 'A service token is required' });
  const [, kind, id] = /^(key|user|recipient|service):(.+)$/.exec(text(KEY.actor)) ?? [];
  const actor = kind && id ? { kind: kind as Actor['kind'], id } : ({ kind: 'service', id: 'grpc' } as const);
  return { projectId: text(KEY.project), requestId: text(KEY.request) || crypto.randomUUID(), actor };
}

function toStatus(error: unknown): { code: number; details: string; metadata: Metadata } {
  const told = error instanceof Fault ? error : new Fault('INTERNAL_SERVER_ERROR');
  const metadata = new Metadata();
  metadata.set(KEY.fault, Buffer.from(JSON.stringify(told.toWire())));
  return { code: told.grpc, details: told.message, metadata };
}

export class GrpcServer {
  readonly #server = new Server(OPTIONS);
  readonly #health = new HealthImplementation({ '': 'SERVING' });
  readonly #token: string;

  /** @param token what callers send as `authorization: Bearer`; health checks need none. */
  constructor(token: string) {
    this.#token = token;
    this.#health.addToServer(this.#server);
  }

  /** Offers a service; called before `listen`. */
  add(definition: Definition, perform: Perform): void {
    const parent = (metadata: Metadata) => ({ traceparent: String(metadata.get('traceparent')[0] ?? '') });
    const unary = (method: string): handleUnaryCall<unknown, unknown> => async (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => {
      try {
        answer(null, await perform(method, call.request, admit(call.metadata, this.#token), 'grpc', parent(call.metadata)));
      } catch (error) {
        answer(toStatus(error));
      }
    };
    const stream = (method: string): handleServerStreamingCall<unknown, unknown> => async (call: ServerWritableStream<unknown, unknown>) => {
      try {
        const rows = (await perform(method, call.request, admit(call.metadata, this.#token), 'grpc', parent(call.metadata))) as AsyncIterable<unknown>;
        for await (const row of rows) {
          if (call.cancelled) return;
          // Flow control: the next row is read when the caller has room for it.
          if (!call.write(row)) await Promise.race([once(call, 'drain'), once(call, 'close')]);
        }
        call.end();
      } catch (error) {
        call.emit('error', toStatus(error));
      }
    };
    const face = Object.entries(definition.methods).map(([name, method]) => [name, method.responseStream ? stream(name) : unary(name)]);
    this.#server.addService(toServiceDefinition(definition), Object.fromEntries(face));
    this.#health.setStatus(definition.fullName, 'SERVING');
  }

  /** Answers the port; `port` 0 takes a free one. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
    });
  }

  /** Finishes what is under way, takes nothing new. */
  close(): Promise<void> {
    return new Promise((resolve) => this.#server.tryShutdown(() => resolve()));
  }
}

/** A way to a service over gRPC, for callers outside the bus. `close` ends its connection. */
export function viaGrpc(definition: Definition, address: string, token: string, deadlineMs = 15_000): { via: Via; close(): void } {
  const Caller = makeGenericClientConstructor(toServiceDefinition(definition), definition.fullName);
  const caller = new Caller(address, credentials.createInsecure(), OPTIONS);
  const via: Via = (method, request, { projectId, requestId, actor }) =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata();
      for (const [key, value] of Object.entries({ [KEY.token]: `Bearer ${token}`, [KEY.project]: projectId, [KEY.request]: requestId, [KEY.actor]: `${actor.kind}:${actor.id}`, ...carry() })) metadata.set(key, value);
      (caller[method] as Function)(request, metadata, { deadline: Date.now() + deadlineMs }, (error: { code: number; metadata: Metadata } | null, response: unknown) => {
        if (!error) return resolve(response);
        const [wire] = error.metadata.get(KEY.fault);
        if (wire) return reject(Fault.fromWire(JSON.parse(wire.toString()) as FaultWire));
        reject(new Fault(error.code === status.DEADLINE_EXCEEDED ? 'SERVICE_TIMEOUT' : 'SERVICE_UNAVAILABLE'));
      });
    });
  return { via, close: () => caller.close() };
}
