/** Chance that can be repeated: `SEED` in the environment, else a new one, which is printed. */
export interface Random {
  readonly seed: number;
  /** From 0, below 1. */
  share(): number;
  /** A whole number from 0, below the limit. */
  below(limit: number): number;
}

/** mulberry32, public domain (Tommy Ettinger): enough for the choice of moments and victims. */
export function createRandom(seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))): Random {
  console.log(`SEED=${seed}`);
  let state = seed >>> 0;
  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { seed, share, below: (limit) => Math.floor(share() * limit) };
}
