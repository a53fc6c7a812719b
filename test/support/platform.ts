/** A stack with platform mail: its project is made first, then the services start again with the project's key. */
import { account, api } from '#test/client.ts';
import type { Answer, TestAccount } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import type { Services } from '#local/services.ts';

export interface PlatformStack {
  own: OwnStack;
  services: Services;
  /** The project that platform mail leaves through. */
  platform: TestAccount;
}

export async function platformStack(env: Record<string, string> = {}): Promise<PlatformStack> {
  const own = await ownStack({ env });
  const first = await own.startServices('one');
  const platform = await account(first.url);
  await first.stop();
  own.env['POSTHORN_API_KEY'] = platform.project.secret;
  own.env['POSTHORN_FROM_ADDRESS'] = `posthorn@${platform.domain}`;
  return { own, services: await own.startServices('one'), platform };
}

export interface CapturedMail {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** The mails an address got, oldest first, once there are `count`. */
export async function mailsTo(url: string, to: string, count = 1): Promise<CapturedMail[]> {
  const inbox = api(url);
  const items = await until(
    async () => {
      const { data } = (await inbox.get(`/dev/inbox?to=${encodeURIComponent(to)}`)).body;
      return data.length >= count && data;
    },
    // A mail whose first two attempts fail leaves after half a minute at most.
    { within: 30_000, what: `${count} mails to ${to}` },
  );
  return Promise.all(items.toReversed().map(async ({ id }: { id: string }) => (await inbox.get(`/dev/inbox/${id}`)).body));
}

/** As `account`, where addresses are to be proven. */
export function provenAccount(url: string): Promise<TestAccount> {
  return account(url, async (email) => {
    const token = tokenOf(linkOf((await mailsTo(url, email))[0]!, url));
    const answer = await api(url).post('/auth/verify-email', { token });
    if (answer.status !== 200) throw new Error(`POST /auth/verify-email answered ${answer.text}`);
  });
}

/** The address a mail's link leads to, as path and query of the gateway at `url`. */
export function linkOf({ html }: CapturedMail, url: string): string {
  const href = /<a href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  if (!href?.startsWith(url)) throw new Error(`no link of ours: ${html}`);
  return href.slice(url.length);
}

export function tokenOf(link: string): string {
  return new URL(link, 'http://localhost').searchParams.get('token')!;
}

/** `next_token=…` of an answer. */
export function cookieOf(answer: Answer): string {
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}
