/** Notices to the operators (`NTFY_URL`): a POST of plain text, as ntfy takes it. */

export interface OperatorNotices {
  /** Throws when the notice was not taken. */
  post(title: string, text: string): Promise<void>;
}

const WITHIN_MS = 5_000;

/** @param url null: nobody is notified. */
export function createOperatorNotices(url: string | null): OperatorNotices {
  return {
    async post(title, text) {
      if (url === null) return;
      const response = await fetch(url, { method: 'POST', headers: { Title: title }, body: text, signal: AbortSignal.timeout(WITHIN_MS) });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`NTFY_URL answered ${response.status}`);
    },
  };
}
