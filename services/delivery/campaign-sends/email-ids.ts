/**
 * Ids of a campaign's mails: a uuid of version 4's shape that leads to its slot without an index, and that nobody can guess. Campaign,
 * page and slot are encrypted under their own authentication tag (synthetic IV, as RFC 5297 does): 60 bits of text, 62 bits of tag.
 */
import { createCipheriv } from 'node:crypto';

export interface SlotPlace {
  /** The campaign send's number, below 2^30. */
  number: number;
  /** Below 2^20. */
  page: number;
  /** Below 2^9. */
  slot: number;
}

export interface EmailIds {
  /** The ids of a page's first `size` slots. */
  ofPage(number: number, page: number, size: number): string[];
  /** The ids of some slots of a page, in their order. */
  ofSlots(number: number, page: number, slots: readonly number[]): string[];
  /** Where an id leads; null for one that was not made here. */
  placeOf(id: string): SlotPlace | null;
}

export const SLOTS_MAX = 2 ** 9;
export const PAGES_MAX = 2 ** 20;
export const NUMBERS_MAX = 2 ** 30;

const BLOCK = 16;
const TAG_BITS = (1n << 62n) - 1n;
const TEXT_BITS = (1n << 60n) - 1n;
/** Version 4, and the variant of RFC 9562. */
const VERSION = 0x4000n;
const VARIANT = 0x8000000000000000n;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const textOf = ({ number, page, slot }: SlotPlace): bigint => (BigInt(number) << 29n) | BigInt(page * SLOTS_MAX + slot);

function uuidOf(text: bigint, tag: bigint): string {
  const high = ((text >> 12n) << 16n) | VERSION | (text & 0xfffn);
  const hex = high.toString(16).padStart(16, '0') + (VARIANT | tag).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @param key 32 bytes: 16 for the tag, 16 for the encryption */
export function createEmailIds(key: Buffer): EmailIds {
  /** Every text's first eight bytes under AES, one call for all. */
  function encrypt(half: Buffer, texts: readonly bigint[]): bigint[] {
    const blocks = Buffer.alloc(texts.length * BLOCK);
    texts.forEach((text, index) => blocks.writeBigUInt64BE(text, index * BLOCK));
    const cipher = createCipheriv('aes-128-ecb', half, null).setAutoPadding(false);
    const sealed = cipher.update(blocks);
    return texts.map((_, index) => sealed.readBigUInt64BE(index * BLOCK));
  }
  const [tagKey, textKey] = [key.subarray(0, BLOCK), key.subarray(BLOCK, 2 * BLOCK)];
  const tagsOf = (texts: readonly bigint[]) => encrypt(tagKey, texts).map((tag) => tag & TAG_BITS);
  const masksOf = (tags: readonly bigint[]) => encrypt(textKey, tags).map((mask) => mask & TEXT_BITS);

  function ofSlots(number: number, page: number, slots: readonly number[]): string[] {
    const texts = slots.map((slot) => textOf({ number, page, slot }));
    const tags = tagsOf(texts);
    return masksOf(tags).map((mask, index) => uuidOf(texts[index]! ^ mask, tags[index]!));
  }

  return {
    ofPage: (number, page, size) => ofSlots(number, page, [...Array.from({ length: size }).keys()]),
    ofSlots,

    placeOf(id) {
      if (!UUID.test(id)) return null;
      const hex = id.replaceAll('-', '');
      const [high, tag] = [BigInt(`0x${hex.slice(0, 16)}`), BigInt(`0x${hex.slice(16)}`) & TAG_BITS];
      const text = (((high >> 16n) << 12n) | (high & 0xfffn)) ^ masksOf([tag])[0]!;
      if (tagsOf([text])[0] !== tag) return null;
      const rest = Number(text & ((1n << 29n) - 1n));
      return { number: Number(text >> 29n), page: Math.floor(rest / SLOTS_MAX), slot: rest % SLOTS_MAX };
    },
  };
}
