/**
 * Login providers: a real OpenID provider as Google has one, and one of OAuth 2 in GitHub's places with the part of GitHub's API that
 * says who somebody is. And a browser that goes there and comes back.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Provider } from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

export interface PersonThere {
  email?: string;
  verified?: boolean;
}

/** How the provider answers servers: as it should, not at all, never, with too much, with no JSON. */
export type Manners = 'good' | 'down' | 'slow' | 'huge' | 'no json';

export interface LoginProvider {
  /** Settings of the services. */
  env: Record<string, string>;
  /** Who has an account there. */
  people: Map<string, PersonThere>;
  manners: Manners;
  /** Tells the provider where the gateway is. */
  register(gateway: string): void;
  stop(): Promise<void>;
}

const CLIENT = { client_id: 'posthorn', client_secret: 'a secret of ours' };
const GITHUB = '/login/oauth';
/** Longer than anybody waits for a provider. */
const SLOW_MS = 20_000;

function configuration(redirectUri: string, people: LoginProvider['people'], more: Configuration): Configuration {
  return {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    cookies: { keys: ['of the provider'] },
    claims: { email: ['email', 'email_verified'] },
    scopes: ['openid', 'read:user', 'user:email'],
    // Google tells the address in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_context, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ sub: id, email: person.email, email_verified: person.verified ?? true }) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email read:user user:email');
      await grant.save();
      return grant;
    },
    ...more,
  };
}

/** `GET /user` and `GET /user/emails` as GitHub documents them. */
async function githubApi(provider: Provider, people: LoginProvider['people'], request: IncomingMessage): Promise<[number, unknown]> {
  const token = await provider.AccessToken.find((request.headers.authorization ?? '').replace(/^bearer /i, ''));
  const person = token && people.get(token.accountId);
  if (!person) return [401, { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' }];
  const id = Number(token.accountId);
  if (request.url === '/user') return [200, { login: `octo${id}`, id, node_id: 'MDQ6', email: null, name: null }];
  const other = { email: `${id}+octo@users.noreply.github.com`, verified: true, primary: false, visibility: null };
  const primary = { email: person.email, verified: person.verified ?? true, primary: true, visibility: 'private' };
  return [200, person.email ? [other, primary] : [other]];
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function misbehave(manners: Manners, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (manners === 'down') return void request.socket.destroy();
  if (manners === 'slow') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    await sleep(SLOW_MS, undefined, { ref: false });
    return void response.end('}');
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(manners === 'huge' ? `{"a":"${'x'.repeat(2_000_000)}"}` : '<html>Sorry</html>');
}

export async function startLoginProvider(): Promise<LoginProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let [google, github]: (Provider | null)[] = [null, null];

  const self: LoginProvider = {
    env: {
      GITHUB_OAUTH_CLIENT: CLIENT.client_id,
      GITHUB_OAUTH_SECRET: CLIENT.client_secret,
      GITHUB_URL: url,
      GITHUB_API_URL: `${url}/api`,
      GOOGLE_OAUTH_CLIENT: CLIENT.client_id,
      GOOGLE_OAUTH_SECRET: CLIENT.client_secret,
      GOOGLE_OAUTH_ISSUER: url,
    },
    people: new Map(),
    manners: 'good',
    register(gateway) {
      const interactions = (path: string) => ({ url: (_context: unknown, { uid }: { uid: string }) => `${path}/person/${uid}` });
      google = new Provider(url, configuration(`${gateway}/oauth/google/callback`, self.people, { interactions: interactions('') }));
      github = new Provider(
        url + GITHUB,
        configuration(`${gateway}/oauth/github/callback`, self.people, {
          interactions: interactions(GITHUB),
          routes: { authorization: '/authorize', token: '/access_token' },
        }),
      );
    },
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };

  server.on('request', async (request, response) => {
    const [path, isGithub] = [request.url!, request.url!.startsWith(GITHUB)];
    const provider = (isGithub ? github : google)!;
    if (path.startsWith('/api/')) {
      request.url = path.slice('/api'.length).split('?')[0]!;
      if (self.manners !== 'good') return misbehave(self.manners, request, response);
      return answer(response, ...(await githubApi(github!, self.people, request)));
    }
    // Only browsers ask for these.
    if (path.includes('/person/')) {
      const { 'x-person': accountId, 'x-denies': denies } = request.headers;
      const result = denies ? { error: 'access_denied', error_description: 'no' } : { login: { accountId: accountId as string } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    if (self.manners !== 'good' && request.headers['x-person'] === undefined) return misbehave(self.manners, request, response);
    if (isGithub) Object.assign(request, { originalUrl: path, url: path.slice(GITHUB.length) });
    return provider.callback()(request, response);
  });
  return self;
}

export interface Visit {
  /** Where the browser is in the end. */
  url: URL;
  status: number;
  text: string;
}

export interface PersonsBrowser {
  /** By host and name. */
  cookies: Map<string, string>;
  /** Goes where it is led, until it is led no further or `until` says so of an address, which is then not asked. */
  visit(address: string, until?: (url: URL) => boolean): Promise<Visit>;
}

/** A browser of one person, who logs in wherever they are asked to, or does not let us log them in. */
export function personsBrowser(person: string, { denies = false } = {}): PersonsBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async visit(address, until = () => false) {
      let url = new URL(address);
      for (let hops = 0; hops < 12; hops += 1) {
        if (until(url)) return { url, status: 0, text: '' };
        const own = [...cookies].filter(([key]) => key.startsWith(`${url.host} `)).map(([key, value]) => `${key.split(' ')[1]}=${value}`);
        const headers = { cookie: own.join('; '), 'x-person': person, ...(denies && { 'x-denies': 'yes' }) };
        const response = await fetch(url, { redirect: 'manual', headers });
        for (const line of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
          if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(`${url.host} ${name}`);
          else cookies.set(`${url.host} ${name}`, value!);
        }
        const text = await response.text();
        const location = response.headers.get('location');
        if (!location) return { url, status: response.status, text };
        url = new URL(location, url);
      }
      throw new Error(`led in circles: ${url}`);
    },
  };
}
