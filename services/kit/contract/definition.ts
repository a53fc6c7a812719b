/** Types over the definitions that ts-proto generates (`outputServices=generic-definitions`). */
import type { Call, CallMeta } from './call.ts';

export interface MethodDefinition {
  readonly name: string;
  readonly requestType: { encode(message: never): unknown; decode(bytes: Uint8Array): unknown };
  readonly requestStream: boolean;
  readonly responseType: { encode(message: never): unknown; decode(bytes: Uint8Array): unknown };
  readonly responseStream: boolean;
  readonly options: { readonly _unknownFields?: Readonly<Record<number, readonly Uint8Array[]>> };
}

export interface Definition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

type Message<T> = T extends { decode(...args: never[]): infer M } ? M : never;
export type Request<M extends MethodDefinition> = Message<M['requestType']>;
export type Response<M extends MethodDefinition> = Message<M['responseType']>;

type Handler<M extends MethodDefinition> = M['requestStream'] extends true
  ? (requests: AsyncIterable<Request<M>>, call: Call) => Promise<Response<M>>
  : M['responseStream'] extends true
    ? (request: Request<M>, call: Call) => AsyncIterable<Response<M>>
    : (request: Request<M>, call: Call) => Promise<Response<M>>;

type Asked<M extends MethodDefinition> = M['requestStream'] extends true
  ? (requests: AsyncIterable<Request<M>>, call: CallMeta) => Promise<Response<M>>
  : M['responseStream'] extends true
    ? (request: Request<M>, call: CallMeta) => AsyncIterable<Response<M>>
    : (request: Request<M>, call: CallMeta) => Promise<Response<M>>;

/** One handler a method, typed from the proto: a changed proto is a compile error. */
export type Handlers<D extends Definition> = { [K in keyof D['methods']]: Handler<D['methods'][K]> };

/** The caller's side of a definition. Streams flow as fast as they are read; who stops reading ends them. */
export type Client<D extends Definition> = { [K in keyof D['methods']]: Asked<D['methods'][K]> };

export type MethodName<D extends Definition> = keyof D['methods'] & string;

/** True when the method is too long for a message of the bus: it goes by gRPC. */
export function isStream({ requestStream, responseStream }: MethodDefinition): boolean {
  return requestStream || responseStream;
}

/** Field 50001 of MethodOptions (`posthorn.public`), varint: tag 50001 << 3. */
const PUBLIC_TAG = 50001 << 3;

/** True when a method may be called without a project. */
export function isPublic(method: MethodDefinition): boolean {
  return method.options._unknownFields?.[PUBLIC_TAG] !== undefined;
}

/** Field 50002 of MethodOptions (`posthorn.audited`), a text: its length in one byte, then its characters. */
const AUDITED_TAG = (50002 << 3) | 2;

/** What an operator's call of the method is called in the audit trail; undefined: it is not written there. */
export function auditedAs(method: MethodDefinition): string | undefined {
  const [text] = method.options._unknownFields?.[AUDITED_TAG] ?? [];
  return text && new TextDecoder().decode(text.subarray(1));
}

/** `posthorn.contacts.v1.ContactsService` → `contacts`: the service's folder, bus name and task queue. */
export function serviceName(definition: Definition): string {
  return definition.fullName.split('.')[1]!;
}
