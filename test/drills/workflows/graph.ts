/** A graph with all seven types of steps: half of the executions call a webhook, a third hears no event and runs into its timeout. */
import type { Setup } from './setup.ts';

export interface Drilled {
  id: string;
  steps: Record<'update' | 'mail' | 'delay' | 'ask' | 'hook' | 'wait' | 'came' | 'late', string>;
}

export const BEGINS = 'drill-begins';
export const GOES_ON = 'drill-goes-on';

export interface Waits {
  delayMinutes: number;
  timeoutSeconds: number;
}

export async function buildGraph({ asked, hookUrl, domain }: Setup, { delayMinutes, timeoutSeconds }: Waits): Promise<Drilled> {
  const mail = { name: 'Drill', subject: 'Drill {{n}}', body: '<p>Hello {{n}}</p>', from: `drill@${domain}`, type: 'MARKETING' };
  const { id: templateId } = await asked('POST', '/templates', mail);
  const { id } = await asked('POST', '/workflows', { name: 'Drill', eventName: BEGINS });
  const step = async (type: string, config: object, more: object = {}): Promise<string> =>
    (await asked('POST', `/workflows/${id}/steps`, { type, name: type, position: { x: 0, y: 0 }, config, ...more })).id;
  const link = (fromStepId: string, toStepId: string, more: object): Promise<unknown> =>
    asked('POST', `/workflows/${id}/transitions`, { fromStepId, toStepId, ...more });
  const apart = { autoConnect: false };
  const steps = {
    update: await step('UPDATE_CONTACT', { updates: { began: '{{event.n}}' }, subscriptionAction: 'subscribe' }),
    mail: await step('SEND_EMAIL', {}, { templateId }),
    delay: await step('DELAY', { amount: delayMinutes, unit: 'minutes' }),
    ask: await step('CONDITION', { field: 'event.parity', operator: 'equals', value: 'even' }),
    hook: await step('WEBHOOK', { url: hookUrl, failOnError: true }, apart),
    wait: await step('WAIT_FOR_EVENT', { eventName: GOES_ON, timeout: timeoutSeconds }, apart),
    came: await step('EXIT', { reason: 'came' }, apart),
    late: await step('EXIT', { reason: 'late' }, apart),
  };
  await link(steps.ask, steps.hook, { branch: 'yes' });
  await link(steps.ask, steps.wait, { branch: 'no' });
  await link(steps.hook, steps.wait, {});
  await link(steps.wait, steps.came, { waitOutcome: 'EVENT' });
  await link(steps.wait, steps.late, { waitOutcome: 'TIMEOUT' });
  await asked('PATCH', `/workflows/${id}`, { enabled: true });
  return { id, steps };
}

export const addressOf = (n: number): string => `w${n}@example.org`;
export const callsWebhook = (n: number): boolean => n % 2 === 0;
export const getsEvent = (n: number): boolean => n % 3 !== 0;
