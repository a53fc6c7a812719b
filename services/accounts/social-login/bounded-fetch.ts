/** Requests to a login provider, bounded in time and size whatever it answers; redirects are not followed. */

/** No answer of a provider that is one comes near this. */
const MOST_BYTES = 262_144;

export type BoundedFetch = (url: string, options: RequestInit) => Promise<Response>;

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the body.
    if (size > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** @param signal ends every request of one login together */
export function createBoundedFetch(signal: AbortSignal): BoundedFetch {
  return async (url, options) => {
    const response = await fetch(url, { ...options, redirect: 'manual', signal });
    const body = await bytesOf(response);
    return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}
