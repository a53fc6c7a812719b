/** How many RSA-2048 signatures this machine makes when it does nothing else. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const signed = promisify(sign) as (algorithm: string, data: Buffer, key: unknown) => Promise<Buffer>;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Signatures a second on all cores: libuv's threads make them, this thread only asks. */
export async function signatureRate(seconds = 1): Promise<number> {
  const header = randomBytes(600);
  const until = performance.now() + seconds * 1_000;
  const begun = performance.now();
  let made = 0;
  await Promise.all(
    Array.from({ length: availableParallelism() * 4 }, async () => {
      while (performance.now() < until) {
        await signed('sha256', header, privateKey);
        made += 1;
      }
    }),
  );
  return (made * 1_000) / (performance.now() - begun);
}
