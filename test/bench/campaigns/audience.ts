/**
 * Projects with an audience, and the mail that goes to it: 5 KB with a name, an attribute and a tracked link; marketing adds pixel and
 * unsubscribe link.
 */
import { account, api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { until } from '#test/until.ts';

const PARAGRAPH = '<p style="margin:0 0 16px">Some words that a mail is made of, again and again, until there are enough of them.</p>\n';
const head =
  '<h1>Hello {{name ?? "you"}}</h1>\n<p>Your plan: {{plan}}</p>\n<p><a ' +
  'href="https://shop.example.com/offer?utm_source=mail&utm_campaign=bench">The offer</a></p>\n';
const body = head + PARAGRAPH.repeat(Math.ceil((5_120 - head.length) / PARAGRAPH.length));

export interface AudienceProject {
  id: string;
  api: Api;
  domain: string;
  /** In DRAFT, to everybody. */
  campaign(): Promise<string>;
}

/** A project of its own with `count` subscribed contacts, imported. */
export async function projectWithAudience(url: string, count: number): Promise<AudienceProject> {
  const { project, domain } = await account(url);
  const client = api(url, project.secret);
  if (count > 0) {
    const lines = Array.from({ length: count }, (_, n) => `r${n}@example.com,Reader ${n},p${n % 5}`);
    const { body: job } = await client.post('/contacts/import', csvForm(`email,name,plan\n${lines.join('\n')}\n`));
    await until(async () => (await client.get(`/contacts/import/${job.jobId}`)).body.status === 'completed', {
      within: 900_000,
      every: 200,
      what: 'the import',
    });
  }
  return {
    id: project.id,
    api: client,
    domain,
    async campaign() {
      const {
        status,
        text,
        body: made,
      } = await client.post('/campaigns', {
        name: 'Bench',
        subject: 'News for {{name}}',
        body,
        from: `news@${domain}`,
        audienceType: 'ALL',
      });
      if (status !== 201) throw new Error(`POST /campaigns answered ${status} ${text}`);
      return made.data.id;
    },
  };
}
