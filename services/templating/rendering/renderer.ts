/** Renders texts for many scopes and never throws for a text's fault (contract "Template language: Failure on send"). */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Compiled, Problem } from '../domain/compile.ts';
import type { Report } from './messages.ts';
import type { Pool } from './pool.ts';
import type { Parted } from '../domain/placeholder.ts';
import { compiling, partsOf } from '../domain/compile.ts';
import { MEMORY_LIMIT, TEXT_LIMIT, partPlaceholders, renderPart, renderPlaceholders } from '../domain/placeholder.ts';
import { decodeEntities } from '../language/entities.ts';
import { WorkerLost } from './pool.ts';

export { Pool, WorkerLost } from './pool.ts';

/** How a scope's text came about: without an engine, by a worker, or as far as it went after a failure. */
export type Path = 'plain' | 'worker' | 'fallback';

export interface RendererOptions {
  pool: Pool;
  /** Characters of source whose compiled form is kept. */
  cacheLimit: number;
  onRendered?: (path: Path, count: number) => void;
}

interface Source extends Compiled {
  key: string;
  /** LiquidJS refused it: no worker is asked again. */
  unparsable: boolean;
  hits: number;
  lastHit: number;
}

/** Scopes given to a worker at a time, so that one large call does not hold it. */
const SLICE = 25;
/** A text that hit a limit this often … */
const LIMIT_HITS = 3;
/** … is rendered without an engine for this long (ms). */
const SUSPENDED_MS = 60_000;
/** What a part of a compiled text weighs beside its characters. */
const PART_SIZE = 150;
/** Parts of a long text after which the calling thread lets others have a turn. */
const PARTS_A_TURN = 500;
/** Characters after which the calling thread lets others have a turn. */
const YIELD_AFTER = 500_000;

export class Renderer {
  readonly #options: RendererOptions;
  readonly #sources: LRUCache<string, Source>;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#sources = new LRUCache({ maxSize: options.cacheLimit });
  }

  /** One text, many scopes; answers in the order of `scopes`. @param owner the project whose turn at the workers this takes */
  async render(text: string, scopes: readonly object[], owner: string): Promise<string[]> {
    if (!text.includes('{{') && !text.includes('{%'))
      return this.#counted(
        'plain',
        scopes.map(() => text),
      );
    if (text.length > TEXT_LIMIT) return this.#counted('fallback', await this.#longText(text, scopes));
    const source = await this.#source(text);
    if (source.plain) return this.#counted('plain', await this.#placeholders(source, scopes));
    return this.#byWorkers(source, scopes, owner);
  }

  /** A text of plain placeholders in parts, its values in the order of `scopes`; null for every other text. */
  async parted(text: string, scopes: readonly object[]): Promise<Parted | null> {
    if (text.length > TEXT_LIMIT || text.includes('{%')) return null;
    const source = await this.#source(text);
    if (!source.plain) return null;
    const parted = partPlaceholders(source.parts, scopes);
    if (parted) this.#options.onRendered?.('plain', scopes.length);
    return parted;
  }

  /** The first thing wrong with a text, if any. Throws WorkerLost when the check itself does not end. */
  async check(text: string, owner: string): Promise<Problem | undefined> {
    if (!text.includes('{{') && !text.includes('{%')) return undefined;
    let problem: Problem | undefined;
    await this.#options.pool.run(owner, { kind: 'check', text }, (report) => {
      if (report.kind === 'checked') problem = report.problem;
    });
    return problem;
  }

  async #source(text: string): Promise<Source> {
    const key = hash('sha256', text, 'base64');
    const known = this.#sources.get(key);
    if (known) return known;
    const work = compiling(text, decodeEntities);
    let step = work.next();
    while (step.done !== true) {
      await setImmediate();
      step = work.next();
    }
    const compiled = step.value;
    const fresh: Source = { ...compiled, key, unparsable: compiled.broken, hits: 0, lastHit: 0 };
    this.#sources.set(key, fresh, { size: text.length + compiled.parts.length * PART_SIZE || 1 });
    return fresh;
  }

  async #placeholders(source: Source, scopes: readonly object[]): Promise<string[]> {
    const texts: string[] = [];
    let sinceYield = 0;
    for (const scope of scopes) {
      const text = renderPlaceholders(source.parts, scope);
      texts.push(text);
      sinceYield += text.length;
      if (sinceYield > YIELD_AFTER) {
        sinceYield = 0;
        await setImmediate();
      }
    }
    return texts;
  }

  /** A text over the limit is never kept or given to a worker: its plain placeholders are replaced as it is read, its tags stay. */
  async #longText(text: string, scopes: readonly object[]): Promise<string[]> {
    const outputs = scopes.map((scope) => ({ scope, text: '', pieces: [] as string[], length: 0 }));
    const flush = (): void => {
      for (const output of outputs) output.text += output.pieces.splice(0).join('');
    };
    let count = 0;
    for (const part of partsOf(text, decodeEntities)) {
      for (const output of outputs) {
        const written = renderPart(part, output.scope, text.length + MEMORY_LIMIT - output.length);
        output.pieces.push(written);
        output.length += written.length;
      }
      count += 1;
      if (count % PARTS_A_TURN !== 0) continue;
      flush();
      await setImmediate();
    }
    flush();
    return outputs.map((output) => output.text);
  }

  async #byWorkers(source: Source, scopes: readonly object[], owner: string): Promise<string[]> {
    const texts: string[] = [];
    while (texts.length < scopes.length) {
      const rest = scopes.slice(texts.length);
      if (this.#isSuspended(source)) texts.push(...this.#counted('fallback', await this.#placeholders(source, rest)));
      else texts.push(...(await this.#slice(source, rest.slice(0, SLICE), owner)));
    }
    return texts;
  }

  /** As many of the scopes, from the first, as a worker managed; at least one. */
  async #slice(source: Source, scopes: object[], owner: string): Promise<string[]> {
    const texts: string[] = [];
    const fallback = () => texts.push(...this.#counted('fallback', [renderPlaceholders(source.parts, scopes[texts.length])]));
    const onReport = (report: Report) => {
      if (report.kind === 'rendered') texts.push(...this.#counted('worker', report.texts));
      if (report.kind === 'unparsable') source.unparsable = true;
      if (report.kind === 'failed') {
        if (report.limit) this.#countHit(source);
        fallback();
      }
    };
    try {
      await this.#options.pool.run(owner, { kind: 'render', key: source.key, liquid: source.liquid, scopes }, onReport);
    } catch (error) {
      const lost = error instanceof WorkerLost && error.begun;
      if (lost) this.#countHit(source);
      const failedAt = lost ? Math.max(error.at, texts.length) : texts.length;
      // Rendered, but not reported before it was lost.
      if (failedAt > texts.length) texts.push(...(await this.#slice(source, scopes.slice(texts.length, failedAt), owner)));
      // The scope it was at when it was lost, or that could not be handed over, is not tried again.
      if (texts.length === failedAt && failedAt < scopes.length) fallback();
    }
    return texts;
  }

  #countHit(source: Source): void {
    source.hits++;
    source.lastHit = performance.now();
  }

  #isSuspended(source: Source): boolean {
    if (source.unparsable) return true;
    if (source.hits < LIMIT_HITS) return false;
    if (performance.now() - source.lastHit < SUSPENDED_MS) return true;
    source.hits = 0;
    return false;
  }

  #counted(path: Path, texts: string[]): string[] {
    this.#options.onRendered?.(path, texts.length);
    return texts;
  }
}
