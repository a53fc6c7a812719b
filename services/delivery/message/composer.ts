/**
 * From a row to the bytes that leave: a template's content filled in where it can be, composed as a whole where not; headers, signatures.
 */
import { LRUCache } from 'lru-cache';
import type { Blobs } from '#kit/store/blobs.ts';
import { BlobBlanked, BlobGone } from '#kit/store/blobs.ts';
import type { Bodies } from '../ledger/ledger.ts';
import type { EmailRow } from '../domain/email.ts';
import { defaultHeaders } from '../domain/headers.ts';
import { senderDomain } from '../domain/sender.ts';
import { joined } from '../domain/skeleton.ts';
import type { LinkedMail, OwnLinksParts } from './own-links.ts';
import { createOwnLinks } from './own-links.ts';
import { footerOf, wholeContent } from './content.ts';
import type { Content, Dress } from './content.ts';
import { bytesOf, composeMessage } from './mime-message.ts';
import type { Headed, Message } from './mime-message.ts';
import { filledContent, compileContent } from './compiled-content.ts';
import type { CompiledContent } from './compiled-content.ts';
import type { DkimKeys } from './signature.ts';
import type { Signer } from './signature.ts';
import { createSigner } from './signature.ts';
import { createSigningThreads } from './signing-threads.ts';

export { bytesOf } from './mime-message.ts';
export type { Message } from './mime-message.ts';
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

/** A mail from which no message can be made, now or later. */
export class NotComposable extends Error {}

/** What of a mail its message is made of. */
export type Mail = Headed &
  LinkedMail &
  Pick<EmailRow, 'language' | 'body' | 'bodyHash' | 'skeletonHash' | 'values' | 'sourceType' | 'class'>;

/** What a mail's content is made from; `pieces` of a template that many mails share. */
interface Loaded {
  body: () => string;
  pieces?: string[];
}

/** @returns RFC 5322 bytes. Throws NotComposable; anything else when the mail's blobs or the key cannot be read now */
export type Compose = (mail: Mail, ours: Ours) => Promise<Buffer>;

/** What all mails of a page are written with. */
export interface PageComposer {
  /** Null: they leave unsigned. */
  keys: DkimKeys | null;
  /** Throws NotComposable. */
  message(mail: Mail): Message;
}

export interface PageComposerParts {
  /** Of one sender, with one skeleton. One at least. */
  mails: readonly Mail[];
  ours: Ours;
}

export interface Composer extends Signer {
  compose: Compose;
  /** Reads what the mails have in common, so that each is composed without waiting. Throws when it cannot be read now. */
  ofPage(parts: PageComposerParts): Promise<PageComposer>;
}

export function createComposer({ blobs, bodies, signingKey, ...places }: ComposerParts): Composer {
  const ours = createOwnLinks(places);
  const signer = createSigner(createSigningThreads());
  const cache = new LRUCache<string, { content: CompiledContent | null }>({ maxSize: COMPILED_MAX });

  /** The last one: a page's mails have it in common but for their languages. */
  let last: { hash: string; dress: Dress; content: CompiledContent | null } | undefined;

  function compiledFor(hash: string, pieces: readonly string[], dress: Dress): CompiledContent | null {
    if (last?.hash === hash && last.dress.footer === dress.footer && last.dress.tracked === dress.tracked) return last.content;
    const key = `${hash}/${dress.footer ?? ''}/${dress.tracked}`;
    const known = cache.get(key);
    const content = known ? known.content : compileContent(pieces, dress, ours);
    if (!known) cache.set(key, { content }, { size: (content ? 6 * content.length : key.length) || 1 });
    last = { hash, dress, content };
    return content;
  }

  function contentOf(mail: Mail, { body, pieces }: Loaded, dress: Dress): Content {
    const compiled = pieces && compiledFor(mail.skeletonHash!, pieces, dress);
    const filled = compiled && filledContent(compiled, { mail, values: mail.values ?? [], addresses: ours });
    return filled ?? wholeContent({ mail, body: body(), addresses: ours }, dress);
  }

  async function load(mail: Mail & Pick<EmailRow, 'projectId'>): Promise<Loaded> {
    if (!mail.skeletonHash) {
      const body = await bodies.whole(mail);
      return { body: () => body };
    }
    const pieces = await bodies.piecesOf(mail);
    return { body: () => joined(pieces, mail.values ?? []), pieces };
  }

  /** Nothing but reading what the mail says: what fails here fails again. */
  function message(mail: Mail, { attachments, ...loaded }: Loaded & { attachments: readonly Buffer[] }, tracked: boolean): Message {
    try {
      const { html, text } = contentOf(mail, loaded, { footer: footerOf(mail), tracked });
      const { class: mailClass, sourceType, contactId } = mail;
      const unsubscribeUrl = () => ours.oneClick(mail);
      const defaults = defaultHeaders({ class: mailClass, sourceType, contactId, body: loaded.body, unsubscribeUrl });
      return composeMessage({ row: mail, html, text, attachments, defaults });
    } catch (error) {
      throw new NotComposable((error as Error).message);
    }
  }

  async function attachment(projectId: string, hash: string | null): Promise<Buffer> {
    if (hash === null) throw new BlobBlanked();
    return await blobs.get(projectId, hash);
  }

  async function parts(mail: Mail): Promise<Loaded & { attachments: Buffer[] }> {
    try {
      const [loaded, attachments] = await Promise.all([
        load(mail),
        Promise.all(mail.attachments.map(({ hash }) => attachment(mail.projectId, hash))),
      ]);
      return { ...loaded, attachments };
    } catch (error) {
      throw error instanceof BlobGone ? new NotComposable(error.message) : error;
    }
  }

  const keysFor = async ({ projectId, from }: Pick<Mail, 'projectId' | 'from'>, isSigned: boolean): Promise<DkimKeys | null> =>
    isSigned ? await signingKey(projectId, senderDomain(from)) : null;

  /** Those of the mails whose body is not in parts; the others' are put together from their values. */
  async function loadedAll(mails: readonly Mail[]): Promise<ReadonlyMap<Mail, Loaded | NotComposable>> {
    const own = mails.filter(({ skeletonHash }) => !skeletonHash);
    const found = own.map(async (mail): Promise<[Mail, Loaded | NotComposable]> => {
      try {
        return [mail, await parts(mail)];
      } catch (error) {
        if (error instanceof NotComposable) return [mail, error];
        throw error;
      }
    });
    return new Map(await Promise.all(found));
  }

  return {
    ...signer,

    async compose(mail, { tracked, signed: isSigned }) {
      const [loaded, keys] = await Promise.all([parts(mail), keysFor(mail, isSigned)]);
      const composed = message(mail, loaded, tracked);
      return keys ? await signer.signedOne(composed, keys) : bytesOf(composed);
    },

    async ofPage({ mails, ours: { tracked, signed: isSigned } }) {
      const first = mails[0]!;
      const inParts = mails.find(({ skeletonHash }) => skeletonHash);
      const [keys, pieces, own] = await Promise.all([
        keysFor(first, isSigned),
        inParts ? bodies.piecesOf(inParts).catch(asGone) : [],
        loadedAll(mails),
      ]);
      const loadedOf = (mail: Mail): Loaded => {
        const known = own.get(mail);
        if (known instanceof NotComposable) throw known;
        if (known) return known;
        if (pieces instanceof BlobGone) throw new NotComposable(pieces.message);
        return { body: () => joined(pieces, mail.values ?? []), pieces };
      };
      return { keys, message: (mail) => message(mail, { ...loadedOf(mail), attachments: NONE }, tracked) };
    },
  };
}

const NONE: readonly Buffer[] = [];

/** Content that is gone fails its mail; what could not be read now fails the call. */
function asGone(error: unknown): BlobGone {
  if (error instanceof BlobGone) return error;
  throw error;
}
