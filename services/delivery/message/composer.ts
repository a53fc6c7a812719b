/**
 * From a row to the bytes that leave: a template's content filled in where it can be, composed as a whole where not; headers, signatures.
 */
import { LRUCache } from 'lru-cache';
import type { Blobs } from '#kit/store/blobs.ts';
import { BlobGone } from '#kit/store/blobs.ts';
import type { Bodies } from '../ledger/ledger.ts';
import type { EmailRow } from '../domain/email.ts';
import { defaultHeaders } from '../domain/headers.ts';
import { senderDomain } from '../domain/sender.ts';
import { joined } from '../domain/skeleton.ts';
import type { OwnLinksParts } from './own-links.ts';
import { createOwnLinks } from './own-links.ts';
import { footerOf, wholeContent } from './content.ts';
import type { Content, Dress } from './content.ts';
import { bytesOf, composeMessage } from './mime-message.ts';
import type { Message } from './mime-message.ts';
import { filledContent, compileContent } from './compiled-content.ts';
import type { CompiledContent } from './compiled-content.ts';
import type { DkimKeys } from './signature.ts';
import { signed } from './signature.ts';

export type { DkimKeys } from './signature.ts';

export interface ComposerParts extends OwnLinksParts {
  blobs: Blobs;
  bodies: Bodies;
  /** Null: the domain is gone, the message leaves unsigned. */
  signingKey: (projectId: string, domain: string) => Promise<DkimKeys | null>;
}

/** Characters of compiled contents that are remembered; one holds its document and its text, each as it is and as it travels. */
const COMPILED_MAX = 32 * 1_048_576;

/** What the provider leaves to us. */
export interface Ours {
  tracked: boolean;
  signed: boolean;
}

/** A row from which no message can be made, now or later. */
export class NotComposable extends Error {}

/** What a row's content is made from; `pieces` of a template that many rows share. */
interface Loaded {
  body: string;
  pieces?: string[];
}

/** @returns RFC 5322 bytes. Throws NotComposable; anything else when the row's blobs or the key cannot be read now */
export type Compose = (row: EmailRow, ours: Ours) => Promise<Buffer>;

export function createComposer({ blobs, bodies, signingKey, ...places }: ComposerParts): Compose {
  const ours = createOwnLinks(places);
  const cache = new LRUCache<string, { content: CompiledContent | null }>({ maxSize: COMPILED_MAX });

  function compiledFor(hash: string, pieces: readonly string[], dress: Dress): CompiledContent | null {
    const key = `${hash}/${dress.footer ?? ''}/${dress.tracked}`;
    const known = cache.get(key);
    if (known) return known.content;
    const content = compileContent(pieces, dress, ours);
    cache.set(key, { content }, { size: (content ? 6 * content.length : key.length) || 1 });
    return content;
  }

  function contentOf(row: EmailRow, { body, pieces }: Loaded, dress: Dress): Content {
    const compiled = pieces && compiledFor(row.skeletonHash!, pieces, dress);
    return (compiled && filledContent(compiled, row, row.values ?? [], ours)) ?? wholeContent(row, body, dress, ours);
  }

  async function load(row: EmailRow): Promise<Loaded> {
    if (!row.skeletonHash) {
      const body = await bodies.of(row);
      if (body === null) throw new BlobGone();
      return { body };
    }
    const pieces = await bodies.piecesOf(row);
    return { body: joined(pieces, row.values ?? []), pieces };
  }

  /** Nothing but reading what the row says: what fails here fails again. */
  function message(row: EmailRow, loaded: Loaded, attachments: readonly Buffer[], tracked: boolean): Message {
    try {
      const { html, text } = contentOf(row, loaded, { footer: footerOf(row), tracked });
      const defaults = defaultHeaders({ ...row, body: loaded.body, unsubscribeUrl: () => ours.oneClick(row) });
      return composeMessage({ row, html, text, attachments, defaults });
    } catch (error) {
      throw new NotComposable((error as Error).message);
    }
  }

  async function attachment(projectId: string, hash: string | null): Promise<Buffer> {
    if (hash === null) throw new BlobGone();
    return await blobs.get(projectId, hash);
  }

  async function parts(row: EmailRow): Promise<[Loaded, Buffer[]]> {
    try {
      return await Promise.all([load(row), Promise.all(row.attachments.map(({ hash }) => attachment(row.projectId, hash)))]);
    } catch (error) {
      throw error instanceof BlobGone ? new NotComposable(error.message) : error;
    }
  }

  return async function compose(row, { tracked, signed: isSigned }) {
    const [[loaded, attachments], keys] = await Promise.all([
      parts(row),
      isSigned ? signingKey(row.projectId, senderDomain(row.from)) : null,
    ]);
    const composed = message(row, loaded, attachments, tracked);
    return keys ? await signed(composed, keys) : bytesOf(composed);
  };
}
