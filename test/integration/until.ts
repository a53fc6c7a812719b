/** Facts arrive a moment after the answer that caused them. */
export async function until<T>(probe: () => Promise<T | undefined | null | false>, timeoutMs = 10_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${probe}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
