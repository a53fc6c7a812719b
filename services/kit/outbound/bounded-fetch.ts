/** Requests to servers that a setting names, bounded in time and size whatever they answer; redirects are not followed. */

export interface FetchBounds {
  /** Ends all requests made with it. */
  signal: AbortSignal;
  /** Of a body, decompressed; a longer one throws. */
  bytes: number;
}

export type BoundedFetch = (url: string, options: RequestInit) => Promise<Response>;

async function bodyOf(response: Response, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the body.
    if (size > bytes) throw new Error(`the answer has more than ${bytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The answer has been read when it comes. Throws what the network throws, and for a body that is too long. */
export function createBoundedFetch({ signal, bytes }: FetchBounds): BoundedFetch {
  return async (url, options) => {
    const response = await fetch(url, { ...options, redirect: 'manual', signal });
    const body = await bodyOf(response, bytes);
    return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}
