/** One line of the table of routes, and how a request becomes an answer by it. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client, Definition, Request, Response } from '#kit/contract/definition.ts';
import type { Kit } from '#kit/service.ts';
import type { Bucket } from '#kit/limits/allowance.ts';
import type { RequestCost } from './limits/client-limiter.ts';
import type { StreamLimiter } from './limits/stream-limiter.ts';
import { answerOf, serializer } from './reply.ts';
import type { Answer, Reply } from './reply.ts';
import type { Images } from './uploads.ts';

export type Auth = 'public-key' | 'secret-key' | 'secret-key-or-session' | 'session' | 'none';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A line of the table: `GET /contacts/:id`. */
export type Line = `${Method} /${string}`;

/** The caller: what authentication found out. */
export interface Caller extends CallMeta {
  /** Of a session's user in the project; undefined for keys. */
  role?: string;
  /** Of a secret key: send, read or full. */
  scope?: string;
  user?: { id: string; email: string };
  /** Of a user. */
  sessionId?: string;
}

export interface Input<B = unknown, Q = unknown> {
  params: Readonly<Record<string, string>>;
  query: Q;
  body: B;
  caller: Caller;
  http: FastifyRequest;
}

/** What the edge gives to routes that answer for themselves. */
export interface Edge extends Pick<Kit, 'config' | 'log' | 'clock'> {
  client<D extends Definition>(definition: D): Client<D>;
  /** Checks once more whether the request's sender may make it; faults as at its beginning. */
  authorize(http: FastifyRequest): Promise<void>;
  streams: StreamLimiter;
  /** Null: they have no place. */
  images: Images | null;
  /** Aborted when this process is to stop: answers that last end then. */
  draining: AbortSignal;
}

interface Common<B extends z.ZodType, Q extends z.ZodType> {
  summary: string;
  auth: Auth;
  /** Whose project: the key's or the X-Project-Id header's (default), the path's `:id`, or none at all. */
  project?: 'caller' | 'path' | 'none';
  /** ADMIN or OWNER only; keys pass. */
  admin?: boolean;
  body?: B;
  /** How the document shows the body, where its schema cannot say it. */
  bodyAs?: z.ZodType;
  query?: Q;
  /** The 400s that come before the schema's 422. Gets the body as parsed. */
  before?(body: unknown): void;
  /** Sessions whose address is not proven yet may ask too. */
  unverified?: boolean;
  /** Sessions may do it in a disabled project too. */
  whileDisabled?: boolean;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  /** What a request without a key costs its client; default ordinary. */
  cost?: RequestCost;
  bucket?: Bucket;
  /** The body is a form with a file: its name there, the media types it may be of, what stands in one (as text). */
  multipart?: { name: string; types: readonly string[]; example: string };
  /** What may stand in the form beside the file. */
  formFields?: z.ZodObject;
  /** Takes as long as the client's bytes take, and has deadlines of its own. */
  long?: boolean;
  /** The body is for the route to read, of whatever type: it gets the bytes (`http.body`). What the first of `rawAs` looks like. */
  raw?: z.ZodType;
  /** Media types of a raw body; JSON by default. */
  rawAs?: readonly string[];
  /** Its line in the reference, where a setting moves its path. */
  referenceLine?: Line;
  /** What it asks beside its target. */
  also?: readonly (readonly [Definition, string])[];
  /** Offered only then. */
  when?(config: Config): boolean;
}

interface Asks<
  D extends Definition,
  M extends keyof Client<D> & keyof D['methods'] & string,
  B extends z.ZodType,
  Q extends z.ZodType,
> extends Common<B, Q> {
  target: readonly [D, M];
  request(input: Input<z.output<B>, z.output<Q>>): Request<D['methods'][M]>;
  reply: Reply;
  /** Response → record; by default the fields the record's schema lists. */
  serialize?(response: Response<D['methods'][M]>): unknown;
}

type Ask<M extends Definition['methods'][string]> = (request: Request<M>, call: CallMeta) => Promise<unknown>;

interface Answers<B extends z.ZodType, Q extends z.ZodType> extends Common<B, Q> {
  target: 'gateway' | readonly [Definition, string];
  answer(input: Input<z.output<B>, z.output<Q>>, edge: Edge): Answer | Promise<Answer>;
  reply: Reply;
}

/** A line of the table with its types put aside. */
export interface Route extends Omit<Common<z.ZodType, z.ZodType>, 'project'> {
  method: Method;
  path: string;
  project: 'caller' | 'path' | 'none';
  /** The service's method, for the tests and for OpenAPI's operation id; `gateway` where no service is asked. */
  target: 'gateway' | readonly [Definition, string];
  reply: Reply;
  handle(input: Input, edge: Edge): Promise<Answer>;
}

function line(at: Line): Pick<Route, 'method' | 'path'> {
  const [method, path] = at.split(' ') as [Method, string];
  return { method, path };
}

const projectOf = ({ project, auth }: Pick<Common<any, any>, 'project' | 'auth'>): Route['project'] =>
  project ?? (auth === 'none' ? 'none' : 'caller');

/** A route that one method of a service answers. */
export function route<
  D extends Definition,
  M extends keyof Client<D> & keyof D['methods'] & string,
  B extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
>(at: Line, spec: Asks<D, M, B, Q>): Route {
  const {
    target: [definition, method],
    request,
    serialize,
    reply,
    ...common
  } = spec;
  const record = serialize ?? (reply.record && serializer(reply.record as z.ZodObject)) ?? (() => undefined);
  return {
    ...line(at),
    ...common,
    project: projectOf(spec),
    target: [definition, method],
    reply,
    async handle(input, edge) {
      const typed = input as Input<z.output<B>, z.output<Q>>;
      // What a client's method is for any M, TypeScript does not see.
      const ask = edge.client(definition)[method] as unknown as Ask<D['methods'][M]>;
      return answerOf(reply, record((await ask(request(typed), input.caller)) as object & Response<D['methods'][M]>));
    },
  };
}

/** A route that the gateway answers itself, asking several methods or none. `target` names the method that matters. */
export function ownRoute<B extends z.ZodType = z.ZodUnknown, Q extends z.ZodType = z.ZodUnknown>(at: Line, spec: Answers<B, Q>): Route {
  const { answer, ...common } = spec;
  return {
    ...line(at),
    ...common,
    project: projectOf(spec),
    handle: async (input, edge) => answer(input as Input<z.output<B>, z.output<Q>>, edge),
  };
}
