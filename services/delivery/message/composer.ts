/** From a row to the bytes that leave: a template's content filled in where it can be, composed as a whole where not; headers, signatures. */
import { SizedCache } from '#kit/sized-cache.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Bodies } from '../bodies.ts';
import type { EmailRow } from '../domain/email.ts';
import { defaultHeaders } from '../domain/headers.ts';
import { senderDomain } from '../domain/sender.ts';
import { joined } from '../domain/skeleton.ts';
import type { AddressesParts } from './addresses.ts';
import { addresses } from './addresses.ts';
import { footerOf, wholeContent } from './content.ts';
import type { Content, Dress } from './content.ts';
import { composeMessage } from './message.ts';
import { filledContent, planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import type { DkimKeys } from './signature.ts';
import { signed } from './signature.ts';

export interface ComposerParts extends AddressesParts {
  blobs: Blobs;
  bodies: Bodies;
  /** Null: the domain is gone, the message leaves unsigned. */
  signingKey: (projectId: string, domain: string) => Promise<DkimKeys | null>;
}

/** Characters of plans that are remembered; a plan holds its document and its text, each as it is and as it travels. */
const PLANS_MAX = 32 * 1_048_576;

/** What the provider leaves to us. */
export interface Ours {
  tracked: boolean;
  signed: boolean;
}

/** @returns RFC 5322 bytes. Throws when the row's blobs or the key cannot be read */
export function composer({ blobs, bodies, signingKey, ...places }: ComposerParts): (row: EmailRow, ours: Ours) => Promise<Buffer> {
  const ours = addresses(places);
  const plans = new SizedCache<Plan | null>(PLANS_MAX);

  function planFor(hash: string, pieces: readonly string[], dress: Dress): Plan | null {
    const key = `${hash}/${dress.footer ?? ''}/${dress.tracked}`;
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = planOf(pieces, dress, ours);
    plans.set(key, plan, plan ? 6 * plan.length : key.length);
    return plan;
  }

  async function contentOf(row: EmailRow, dress: Dress): Promise<Content & { body: string }> {
    if (!row.skeletonHash) {
      const body = (await bodies.of(row)) ?? '';
      return { body, ...wholeContent(row, body, dress, ours) };
    }
    const [pieces, values] = [await bodies.piecesOf(row), row.values ?? []];
    const plan = planFor(row.skeletonHash, pieces, dress);
    const body = joined(pieces, values);
    return { body, ...((plan && filledContent(plan, row, values, ours)) ?? wholeContent(row, body, dress, ours)) };
  }

  return async (row, { tracked, signed: isSigned }) => {
    const [{ body, html, text }, keys, ...attachments] = await Promise.all([
      contentOf(row, { footer: footerOf(row), tracked }),
      isSigned ? signingKey(row.projectId, senderDomain(row.from)) : null,
      ...row.attachments.map(({ hash }) => blobs.get(row.projectId, hash)),
    ]);
    const defaults = defaultHeaders({ ...row, body, unsubscribeUrl: () => ours.oneClick(row) });
    const raw = composeMessage({ row, html, text, attachments, defaults });
    return keys ? await signed(raw, keys) : raw;
  };
}
