/** What an operation of the document takes and gives, as types made from the document. */
import type { components, operations } from './generated/types.ts';

export type OperationId = keyof operations;

/** One of the named shapes of the document: `Schema<'Contact'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Of whom an operation may be asked. */
export type Credential = 'secretKey' | 'publicKey' | 'session';

/** How an operation is asked. */
export interface OperationLine {
  method: string;
  path: string;
  /** Any one of them; none: everybody may ask. */
  credentials: readonly Credential[];
  /** The media type of what is sent. */
  body?: string;
  /** Answers `{ success, data }`, of which the data is handed out. */
  wrapped?: boolean;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
}

type Given<T> = Exclude<T, undefined>;
type InPath<I extends OperationId> = Given<operations[I]['parameters']['path']>;
/** What may stand behind the question mark. */
export type Query<I extends OperationId> = Given<operations[I]['parameters']['query']>;

type Content<I extends OperationId> = operations[I] extends { requestBody?: infer Asked }
  ? Given<Asked> extends { content: infer C }
    ? C
    : never
  : never;
/** What is sent: an object as JSON; a form where the operation takes one; bytes or text as they are. */
export type Body<I extends OperationId> = [Content<I>] extends [never]
  ? never
  : Content<I> extends { 'application/json': infer Sent }
    ? Sent
    : FormData | URLSearchParams;

type MayBeLeftOut<I extends OperationId> = operations[I] extends { requestBody: object } ? false : true;

export type Input<I extends OperationId> = ([InPath<I>] extends [never] ? { path?: never } : { path: InPath<I> }) &
  ([Query<I>] extends [never] ? { query?: never } : { query?: Query<I> }) &
  ([Body<I>] extends [never] ? { body?: never } : MayBeLeftOut<I> extends true ? { body?: Body<I> } : { body: Body<I> });

type Responses<I extends OperationId> = operations[I]['responses'];
type Answered<I extends OperationId> = Responses<I>[keyof Responses<I>];
type Media<I extends OperationId> = Answered<I> extends infer One ? (One extends { content: infer C } ? C : never) : never;
type Json<C> = C extends { 'application/json': infer T } ? T : never;
type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
type Wrapped<T> = [keyof T, 'success' | 'data'] extends ['success' | 'data', keyof T] ? true : false;
type Unwrapped<T> = [IsUnion<T>, Wrapped<T>] extends [false, true] ? (T extends { data: infer Data } ? Data : never) : T;

/** What comes back: the JSON, without its wrapper; a picture as a Blob; other content as text; the target of a redirect; else nothing. */
export type Answer<I extends OperationId> = [Media<I>] extends [never]
  ? keyof Responses<I> extends 302 | 303
    ? string
    : void
  : [Json<Media<I>>] extends [never]
    ? Media<I> extends { 'image/*': unknown } | { 'image/gif': unknown }
      ? Blob
      : string
    : Unwrapped<Json<Media<I>>>;
