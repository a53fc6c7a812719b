/** Workflows as the benches need them: a chain of steps, enabled. */
import type { Answer, Api } from '#test/client.ts';

export interface ChainStep {
  type: string;
  config?: object;
  templateId?: string;
}

export function taken({ status, text, body }: Answer): any {
  if (status >= 300) throw new Error(`answered ${status} ${text}`);
  return body;
}

/** Answers the id of a workflow that the event starts, its steps one after the other. */
export async function chain(api: Api, eventName: string, steps: readonly ChainStep[]): Promise<string> {
  const { id } = taken(await api.post('/workflows', { name: `On ${eventName}`, eventName }));
  for (const step of steps)
    taken(await api.post(`/workflows/${id}/steps`, { name: step.type, position: { x: 0, y: 0 }, config: {}, ...step }));
  taken(await api.patch(`/workflows/${id}`, { enabled: true }));
  return id;
}
