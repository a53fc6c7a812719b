/** What the calling thread and a worker say to each other. */
import type { Problem } from '../domain/compile.ts';

export interface RenderJob {
  kind: 'render';
  /** Content hash of the text: the worker's cache key. */
  key: string;
  liquid: string;
  scopes: object[];
}

export interface CheckJob {
  kind: 'check';
  text: string;
}

export type Job = RenderJob | CheckJob;

export type Report =
  /** The worker has loaded and takes jobs. */
  | { kind: 'ready' }
  /** LiquidJS refuses the text. */
  | { kind: 'unparsable' }
  /** The next scopes, in order. */
  | { kind: 'rendered'; texts: string[] }
  /** The next scope could not be rendered; `limit`: it ran into a limit. */
  | { kind: 'failed'; limit: boolean }
  | { kind: 'checked'; problem: Problem | undefined }
  /** The last word on a job; `cpuMs`: what it took of the worker's CPU, in milliseconds. */
  | { kind: 'done'; cpuMs: number };
