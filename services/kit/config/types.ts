/** Value types that several concerns' variables share. All of them read text. */
import { z } from 'zod';

export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true');

export const whole = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, 'a whole number')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `a whole number from ${least} to ${most}`);

export const share = z
  .string()
  .regex(/^(?:0?\.\d{1,9}|0|1)$/, 'a number from 0 to 1')
  .transform(Number);

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `500ms`, `2s`, `15m`, `1h`, `1d` → milliseconds. */
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a duration like 2s, 15m or 1h')
  .transform((text) => {
    const [, amount, unit] = /^(\d+)([a-z]+)$/.exec(text)!;
    return Number(amount) * UNITS[unit!]!;
  });

export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `a URL starting ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );

/** URLs parted by commas; a comma that no URL follows is a part of one. */
export const addressesOf = (text: string): string[] => text.split(/,\s*(?=[a-z][a-z0-9+.-]*:\/\/)/i).map((one) => one.trim());

export const urls = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => addressesOf(text).every((one) => url(...protocols).safeParse(one).success),
      `URLs starting ${protocols.map((p) => `${p}//`).join(' or ')}, parted by commas`,
    );

/** Texts parted by commas, trimmed; none when unset. */
export const list = z
  .string()
  .optional()
  .transform((text) =>
    (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
