/** Refuses texts that would not render (contract "Template language: On save", 4.5 "Faults on save"). */
import { fault } from '#kit/errors.ts';
import { TEXT_LIMIT } from './domain/placeholder.ts';
import type { Problem } from './domain/compile.ts';
import type { Renderer } from './rendering/renderer.ts';
import { WorkerLost } from './rendering/pool.ts';

interface Texts {
  subject?: string | null;
  body?: string | null;
}

async function problemOf(renderer: Renderer, text: string, projectId: string): Promise<Problem | undefined> {
  if (text.length > TEXT_LIMIT) return { line: 1, message: `the text is longer than ${TEXT_LIMIT} characters` };
  try {
    return await renderer.check(text, projectId);
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
    if (!error.begun) throw fault('SERVICE_UNAVAILABLE');
    return { line: 1, message: 'the text takes too long to understand' };
  }
}

/** Subject before body; throws BAD_REQUEST with details `{field, line}` on the first fault. */
export async function refuseBroken(renderer: Renderer, { subject, body }: Texts, projectId: string): Promise<void> {
  for (const [field, text] of Object.entries({ subject, body })) {
    const problem = text ? await problemOf(renderer, text, projectId) : undefined;
    if (problem) throw fault('BAD_REQUEST', { message: problem.message, details: { field, line: problem.line } });
  }
}
