/** What the bus asks of templating. */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import type { Template, TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { fault, notFound } from '#kit/errors.ts';
import type { Problem } from './domain/compile.ts';
import { readListQuery } from './domain/list.ts';
import { TEXT_LIMIT } from './domain/placeholder.ts';
import { copyName, readChanges, readTemplate } from './domain/template.ts';
import type { TemplateFields } from './domain/template.ts';
import type { TemplateDoc } from './model.ts';
import { WorkerLost } from './rendering/renderer.ts';
import type { Renderer } from './rendering/renderer.ts';
import type { TemplatesStore } from './store.ts';

export interface Parts {
  store: TemplatesStore;
  renderer: Renderer;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'checkSender'>;
  workflows: Pick<Client<typeof WorkflowsServiceDefinition>, 'usage'>;
  id: () => string;
}

function shown({ _id, createdAt, updatedAt, ...fields }: TemplateDoc): Template {
  return { id: _id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

const missing = (id: string) => notFound('TEMPLATE_NOT_FOUND', { resource: 'Template', id });

export function createTemplatingHandlers({
  store,
  renderer,
  delivery,
  workflows,
  id: freshId,
}: Parts): Handlers<typeof TemplatingServiceDefinition> {
  const find = async (id: string, { projectId }: Call): Promise<TemplateDoc> => {
    const found = await store.of(projectId).find(id);
    if (!found) throw missing(id);
    return found;
  };
  /** Syntax first, then the sender's domain (contract 4.5). */
  const check = async ({ subject, body, from }: Partial<TemplateFields>, call: Call): Promise<void> => {
    await refuseBroken(renderer, { subject, body }, call.projectId);
    if (from !== undefined) await delivery.checkSender({ address: from }, call);
  };

  return {
    async create({ body }, call) {
      const fields = readTemplate(body ?? {});
      await check(fields, call);
      return shown(await store.of(call.projectId).insert(freshId(), fields, call.now));
    },

    async get({ id }, call) {
      return shown(await find(id, call));
    },

    async list(request, { projectId }) {
      const query = readListQuery(request);
      const { data, total } = await store.of(projectId).list(query);
      const { page, pageSize } = query;
      return { data: data.map(shown), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    async update({ id, body }, call) {
      const before = await find(id, call);
      const changes = readChanges(body ?? {});
      await check(changes, call);
      if (Object.keys(changes).length === 0) return shown(before);
      const after = await store.of(call.projectId).change(id, changes, call.now);
      if (!after) throw missing(id);
      return shown(after);
    },

    async delete({ id }, call) {
      const { projectId } = call;
      const { steps } = await workflows.usage({ templateId: id }, call);
      if (steps.length > 0)
        throw fault('CONFLICT', { message: `Template is used by ${steps.length} workflow step${steps.length === 1 ? '' : 's'}` });
      if (!(await store.of(projectId).remove(id))) throw missing(id);
      return {};
    },

    async duplicate({ id }, call) {
      const { name, description, subject, body, from, fromName, replyTo, type } = await find(id, call);
      const copy = { name: copyName(name), description, subject, body, from, fromName, replyTo, type };
      return shown(await store.of(call.projectId).insert(freshId(), copy, call.now));
    },

    async render({ subject, body, scopes, parted }, { projectId }) {
      const parts = parted ? await renderer.parted(body, scopes) : null;
      if (parts) {
        const subjects = await renderer.render(subject, scopes, projectId);
        return {
          rendered: scopes.map((_, index) => ({ subject: subjects[index]!, body: '', values: parts.values[index]! })),
          pieces: parts.pieces,
        };
      }
      const [subjects, bodies] = await Promise.all([renderer.render(subject, scopes, projectId), renderer.render(body, scopes, projectId)]);
      return { rendered: scopes.map((_, index) => ({ subject: subjects[index]!, body: bodies[index]!, values: [] })), pieces: [] };
    },

    async checkSyntax({ subject, body }, call) {
      await refuseBroken(renderer, { subject, body }, call.projectId);
      return {};
    },
  };
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

/**
 * Refuses texts that would not render (contract "Template language: On save", 4.5 "Faults on save"). Subject before body; throws
 * BAD_REQUEST with details `{field, line}` on the first fault.
 */
export async function refuseBroken(
  renderer: Renderer,
  { subject, body }: { subject?: string | null; body?: string | null },
  projectId: string,
): Promise<void> {
  for (const [field, text] of Object.entries({ subject, body })) {
    const problem = text ? await problemOf(renderer, text, projectId) : undefined;
    if (problem) throw fault('BAD_REQUEST', { message: problem.message, details: { field, line: problem.line } });
  }
}
