/** Finds which documents of an unordered bulk insert a unique index refused. */
const DUPLICATE = 11_000;

interface BulkError {
  code?: number;
  writeErrors?: { code?: number; index: number; err?: { code: number } } | { code?: number; index: number; err?: { code: number } }[];
}

/** Anything else that went wrong is thrown on. */
export function duplicatesOf(error: unknown): Set<number> {
  const { code: own, writeErrors } = error as BulkError;
  const failed = [writeErrors ?? []].flat();
  if (failed.length === 0 && own === DUPLICATE) return new Set([0]);
  if (failed.length === 0 || failed.some(({ code, err }) => (code ?? err?.code) !== DUPLICATE)) throw error;
  return new Set(failed.map(({ index }) => index));
}
