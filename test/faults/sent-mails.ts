/** Sends mails over HTTP and follows them through the ledger. */
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

export interface Sent {
  id: string;
  to: string;
  contactId: string;
}

const END_STATES = ['SENT', 'DELIVERED', 'BOUNCED', 'FAILED', 'SUPPRESSED'];

/** Mails of a project, sent from an address of it. */
export function createSentMails(client: Api, from: string) {
  const row = async ({ id }: Sent): Promise<any> => ok(await client.get(`/emails/${id}`));
  const trace = async ({ id }: Sent): Promise<any[]> => ok(await client.get(`/emails/${id}/trace`)).data;
  return {
    row,
    trace,

    async send(to: string, more: object = {}): Promise<Sent> {
      const {
        data: {
          emails: [{ email, contact }],
        },
      } = ok(await client.post('/v1/send', { to, from, subject: 'Hello', body: '<p>Grüße.</p>\r\n.dot', ...more }));
      return { id: email, to, contactId: contact.id };
    },

    /** The states a mail went through, oldest first. */
    steps: async (mail: Sent): Promise<string[]> => (await trace(mail)).map(({ to }) => to),

    /** The row once it is at an end. */
    ended: (mail: Sent, within = 30_000): Promise<any> =>
      until(
        async () => {
          const found = await row(mail);
          return END_STATES.includes(found.status) && found;
        },
        { within, every: 100, what: `an end of the mail to ${mail.to}` },
      ),

    /** Events of the mail's contact whose names start so, newest first. */
    events: async ({ contactId }: Sent, prefix: string): Promise<any[]> =>
      ok(await client.get(`/events/contact/${contactId}?limit=1000`)).events.filter(({ name }: { name: string }) =>
        name.startsWith(prefix),
      ),
  };
}
