/** Workflows as the cases build and watch them. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';

export interface Built {
  id: string;
  /** By the name given to each. */
  steps: Record<string, string>;
}

export type StepSpec = { type: string; config?: object; templateId?: string; autoConnect?: boolean };

/** A workflow of these steps, each linked from the one before unless it says otherwise; enabled. */
export async function workflow(api: Api, event: string, specs: Record<string, StepSpec>, more: object = {}): Promise<Built> {
  const { id } = is(await api.post('/workflows', { name: `Workflow ${randomUUID()}`, eventName: event, ...more }), 201);
  const steps: Record<string, string> = {};
  for (const [name, { type, config = {}, ...rest }] of Object.entries(specs))
    steps[name] = is(await api.post(`/workflows/${id}/steps`, { type, name, position: { x: 0, y: 0 }, config, ...rest }), 201).id;
  is(await api.patch(`/workflows/${id}`, { enabled: true }), 200);
  return { id, steps };
}

export async function link(api: Api, { id, steps }: Built, from: string, to: string, more: object = {}): Promise<any> {
  return is(await api.post(`/workflows/${id}/transitions`, { fromStepId: steps[from], toStepId: steps[to], ...more }), 201);
}

export async function execution(api: Api, workflowId: string, executionId: string): Promise<any> {
  return is(await api.get(`/workflows/${workflowId}/executions/${executionId}`), 200);
}

/** The execution once it has the status. */
export function reached(api: Api, workflowId: string, executionId: string, status: string): Promise<any> {
  return until(
    async () => {
      const found = await execution(api, workflowId, executionId);
      return found.status === status && found;
    },
    { within: 40_000, every: 100, what: `execution ${status}` },
  );
}

/** A server that answers what it is told to, and keeps what it was asked. */
export interface Hook {
  url: string;
  asked: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[];
  /** Status and text of the next answers; 200 `{"ok":true}` without. */
  answers: { status: number; text?: string; location?: string }[];
  stop(): void;
}

export async function hook(): Promise<Hook> {
  const asked: Hook['asked'] = [];
  const answers: Hook['answers'] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      const { status, text = '{"ok":true}', location } = answers.shift() ?? { status: 200 };
      response.writeHead(status, location ? { location } : {}).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    stop: () => void server.close(),
  };
}
