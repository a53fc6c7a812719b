/** Mail that Posthorn sends by itself: verification, password resets, notices about projects. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';

export const platform = concern(
  {
    POSTHORN_API_KEY: setting(
      z
        .string()
        .regex(/^sk_[0-9a-f]{64}$/, 'a secret key, `sk_` and 64 hex digits')
        .optional(),
      '–',
      'secret key of the project that platform mail (verification, resets, notices) leaves through; unset: accounts count as verified',
      { secret: true },
    ),
    POSTHORN_FROM_ADDRESS: setting(
      z.email('an e-mail address').optional(),
      '–',
      'sender of platform mail, at a verified domain of that project',
    ),
  },
  (v, { holds }) => {
    // Others may be shown the address that goes with it.
    if (!holds('POSTHORN_API_KEY')) return { mail: null };
    if (v.POSTHORN_API_KEY !== undefined && v.POSTHORN_FROM_ADDRESS === undefined)
      throw new Refusal('POSTHORN_FROM_ADDRESS', 'an address, as POSTHORN_API_KEY is set');
    if (v.POSTHORN_API_KEY === undefined && v.POSTHORN_FROM_ADDRESS !== undefined)
      throw new Refusal('POSTHORN_API_KEY', 'a secret key, as POSTHORN_FROM_ADDRESS is set');
    return {
      /** Null: there is no platform mail. */
      mail: v.POSTHORN_API_KEY === undefined ? null : { apiKey: v.POSTHORN_API_KEY, from: v.POSTHORN_FROM_ADDRESS! },
    };
  },
);
