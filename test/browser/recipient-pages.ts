/** A project whose recipient pages are opened in a browser, and checks that several browser tests share. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import { overhang, violations } from '#test/browser.ts';
import type { Visitor } from '#test/browser.ts';

export const PAGES = ['unsubscribe', 'subscribe', 'manage'] as const;

export interface Recipient {
  id: string;
  email: string;
  subscribed(): Promise<boolean>;
  set(change: object): Promise<void>;
}

export interface BrowserProject {
  api: Api;
  /** An address on a verified domain. */
  from: string;
  /** The project's name. */
  sender: string;
  /** Where the pages lie. */
  dashboard: string;
  recipient(data?: object, subscribed?: boolean): Promise<Recipient>;
  /** Changes settings of the project. */
  set(settings: object): Promise<void>;
}

/** A project of its own at the gateway. */
export async function createProject(url: string): Promise<BrowserProject> {
  const { project, domain, cookie } = await account(url);
  const client = api(url, project.secret);
  const { dashboard } = (await api(url).get('/config')).body.urls;
  return {
    api: client,
    from: `hello@${domain}`,
    sender: project.name,
    dashboard,
    set: async (settings) => assert.is((await api(url, { cookie }).patch(`/users/@me/projects/${project.id}`, settings)).status, 200),
    async recipient(data, subscribed = true) {
      const email = `${randomUUID()}@example.com`;
      const made = await client.post('/contacts', { email, subscribed, data });
      assert.is(made.status, 201, made.text);
      const path = `/contacts/${made.body.id}`;
      return {
        id: made.body.id,
        email,
        subscribed: async () => (await client.get(path)).body.subscribed as boolean,
        set: async (change) => assert.is((await client.patch(path, change)).status, 200),
      };
    },
  };
}

/** The page is one that everybody can use, and asked nobody else for anything. */
export async function assertUsable({ page, scripts, problems }: Visitor, what: string): Promise<void> {
  if (scripts) assert.equal(await violations(page), [], what);
  assert.is(await overhang(page), 0, `${what}: scrolls sideways`);
  assert.equal(problems, [], what);
}

export const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
export const button = (page: Page) => page.getByRole('button');
