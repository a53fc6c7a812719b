/** Mails of SEND_EMAIL steps, and what became of them: for the figures of each step. */
import type { Model } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import type { Fact } from '#proto/events/v1/fact.ts';
import type { MailFlag } from './domain/counting.ts';
import type { MailDoc } from './model.ts';

export interface StepMail {
  projectId: string;
  emailId: string;
  workflowId: string;
  stepId: string;
}

export interface StepMails {
  /** The mail belongs to the step. */
  add(mail: StepMail): Promise<void>;
  /** Facts about mails, those of workflows among them. */
  note(projectId: string, facts: readonly Fact[]): Promise<void>;
  /** Of one workflow, or of all. */
  remove(projectId: string, workflowId?: string): Promise<void>;
}

const FLAGS: Readonly<Record<string, MailFlag>> = { 'email.sent': 'sent', 'email.open': 'opened', 'email.click': 'clicked' };

export function createStepMails(model: Model<MailDoc>, clock: () => Date): StepMails {
  const add = createBatcher<StepMail, undefined>({
    async write(mails) {
      const uncounted = clock();
      const writes = mails.map(({ projectId, emailId, ...mail }) => ({
        updateOne: { filter: { _id: emailId, projectId }, update: { $set: { ...mail, uncounted } }, upsert: true },
      }));
      await bulkWrite(model, writes, { everyProject: true });
      return mails.map(() => undefined);
    },
  });

  return {
    add,

    async note(projectId, facts) {
      const uncounted = clock();
      const writes = facts.flatMap(({ name, emailId, data }) => {
        const flag = FLAGS[name];
        if (!flag || !emailId || data?.['sourceType'] !== 'WORKFLOW') return [];
        // The mail may leave before its step has written that it is its own.
        return [{ updateOne: { filter: { _id: emailId, projectId }, update: { $set: { [flag]: true, uncounted } }, upsert: true } }];
      });
      await bulkWrite(model, writes);
    },

    async remove(projectId, workflowId) {
      await model.deleteMany({ projectId, ...(workflowId ? { workflowId } : {}) });
    },
  };
}
