/** The gRPC face: for callers outside the bus and for what is too long for a NATS message. */
import { Metadata, Server, ServerCredentials, credentials, makeGenericClientConstructor, status } from '@grpc/grpc-js';
import type { Deadline, ServiceDefinition, ServiceError, handleBidiStreamingCall, handleServerStreamingCall, handleUnaryCall, sendUnaryData, ServerReadableStream, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { FaultWire } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { carry } from '../telemetry/trace.ts';
import type { Actor, CallMeta } from './call.ts';
import type { Via } from './client.ts';
import { timeLeft } from './deadline.ts';
import { serviceName } from './definition.ts';
import type { Definition, MethodDefinition } from './definition.ts';
import { readAnswers, sendAnswers, sendRequests } from './grpc-stream.ts';
import { callSeconds } from './perform.ts';
import type { Perform } from './perform.ts';
import { REFLECTION, answers } from './reflection.ts';

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

/** What every kind of call of a server has. */
interface Incoming {
  metadata: Metadata;
  getDeadline(): Deadline;
}

/** Who calls, and how long he waits: the holder of the service token, for the project it names. Without the right token nothing answers. */
function admit(call: Incoming, token: string): CallMeta {
  const { metadata } = call;
  const text = (key: string): string => String(metadata.get(key)[0] ?? '');
  if (!timingSafeEqual(digest(text(KEY.token)), digest(`Bearer ${token}`))) throw new Fault('UNAUTHORIZED', { message: 'A service token is required' });
  const [, kind, id] = /^(key|user|recipient|service):(.+)$/.exec(text(KEY.actor)) ?? [];
  const actor = kind && id ? { kind: kind as Actor['kind'], id } : ({ kind: 'service', id: 'grpc' } as const);
  const until = Number(call.getDeadline());
  return { projectId: text(KEY.project), requestId: text(KEY.request) || crypto.randomUUID(), actor, ...(until < Infinity ? { deadline: until } : {}) };
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
  readonly #closing = new AbortController();
  readonly #offered: string[] = [];
  readonly #token: string;
  readonly #seconds: ReturnType<typeof callSeconds>;

  /**
   * @param token what callers send as `authorization: Bearer`. Health checks need none: a kubelet holds no secret. Reflection does: it tells
   * every method and field there is, and whom that helps has the token.
   */
  constructor(token: string, metrics: Metrics) {
    this.#token = token;
    this.#seconds = callSeconds(metrics);
    this.#health.addToServer(this.#server);
    const reflect: handleBidiStreamingCall<Buffer, Buffer> = async (call) => {
      try {
        this.#admit('reflection', 'info', call);
        await sendAnswers(call, answers(call, this.#offered, this.#closing.signal), this.#closing.signal);
        call.end();
      } catch (error) {
        call.emit('error', toStatus(error));
      }
    };
    for (const definition of REFLECTION) this.#server.addService(definition, { ServerReflectionInfo: reflect });
  }

  /** Who is turned away never reaches the method, and is counted as refused by it all the same. */
  #admit(service: string, method: string, call: Incoming): CallMeta {
    try {
      return admit(call, this.#token);
    } catch (error) {
      this.#seconds.observe({ service, method, face: 'grpc', outcome: 'refused' }, 0);
      throw error;
    }
  }

  /** Offers a service; called before `listen`. */
  add(definition: Definition, perform: Perform): void {
    const parent = (metadata: Metadata) => ({ traceparent: String(metadata.get('traceparent')[0] ?? '') });
    const service = serviceName(definition);
    const ask = (method: string, request: unknown, call: Incoming) => perform(method, request, this.#admit(service, method, call), 'grpc', parent(call.metadata));
    // A call that streams its request is a stream of requests itself.
    const unary = (method: string, requestStream: boolean): handleUnaryCall<unknown, unknown> => async (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => {
      try {
        answer(null, await ask(method, requestStream ? (call as unknown as ServerReadableStream<unknown, unknown>) : call.request, call));
      } catch (error) {
        answer(toStatus(error));
      }
    };
    const stream = (method: string): handleServerStreamingCall<unknown, unknown> => async (call: ServerWritableStream<unknown, unknown>) => {
      try {
        await sendAnswers(call, (await ask(method, call.request, call)) as AsyncIterable<unknown>, this.#closing.signal);
        call.end();
      } catch (error) {
        call.emit('error', toStatus(error));
      }
    };
    const face = Object.entries(definition.methods).map(([name, { requestStream, responseStream }]) => [name, responseStream ? stream(name) : unary(name, requestStream)]);
    this.#server.addService(toServiceDefinition(definition), Object.fromEntries(face));
    this.#health.setStatus(definition.fullName, 'SERVING');
    this.#offered.push(definition.fullName);
  }

  /** Answers the port; `port` 0 takes a free one. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
    });
  }

  /** Finishes what is under way, takes nothing new; streams of answers end where they are. */
  close(): Promise<void> {
    this.#closing.abort();
    return new Promise((resolve) => this.#server.tryShutdown(() => resolve()));
  }
}

/** A way to a service over gRPC, for callers outside the bus. `close` ends its connection. */
export function viaGrpc(definition: Definition, address: string, token: string, deadlineMs = 15_000): { via: Via; close(): void } {
  const Caller = makeGenericClientConstructor(toServiceDefinition(definition), definition.fullName);
  const caller = new Caller(address, credentials.createInsecure(), OPTIONS);
  const via: Via = async (method, request, { projectId, requestId, actor, deadline }) => {
    const left = timeLeft({ deadline }, deadlineMs);
    const metadata = new Metadata();
    for (const [key, value] of Object.entries({ [KEY.token]: `Bearer ${token}`, [KEY.project]: projectId, [KEY.request]: requestId, [KEY.actor]: `${actor.kind}:${actor.id}`, ...carry() })) metadata.set(key, value);
    const { requestStream, responseStream } = definition.methods[method]!;
    const call = caller[method]!.bind(caller) as Function;
    // A stream takes as long as it takes, unless whoever it is for says otherwise.
    const streaming = deadline === undefined ? {} : { deadline };
    if (responseStream) return readAnswers(call(request, metadata, streaming), toldOf);
    const answered = Promise.withResolvers<unknown>();
    const answer = (error: ServiceError | null, response: unknown): void => (error ? answered.reject(toldOf(error)) : answered.resolve(response));
    if (!requestStream) {
      call(request, metadata, { deadline: Date.now() + left }, answer);
      return answered.promise;
    }
    // The source's own fault comes first; else the answer says what happened.
    return sendRequests(call(metadata, streaming, answer), request as AsyncIterable<unknown>, answered.promise).then(() => answered.promise);
  };
  return { via, close: () => caller.close() };
}

/** What a call ended with → a Fault. */
function toldOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code, metadata } = error as Partial<ServiceError>;
  const [wire] = metadata?.get(KEY.fault) ?? [];
  if (wire) return Fault.fromWire(JSON.parse(wire.toString()) as FaultWire);
  return new Fault(code === status.DEADLINE_EXCEEDED ? 'SERVICE_TIMEOUT' : 'SERVICE_UNAVAILABLE');
}
