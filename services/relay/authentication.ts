/** Authenticates a submission: user `posthorn`, an `sk_` key (contract "SMTP relay", 5). Failed tries are counted by client and by key. */
import { hash, randomUUID } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { Fault } from '#kit/errors.ts';
import { clientOf } from '#kit/limits/allowance.ts';
import { remember } from '#kit/remembered-answers.ts';
import type { AccountsServiceDefinition, ResolveKeyResponse } from '#proto/accounts/v1/accounts.ts';
import { invalidKey, invalidUsername, loginAway, tooManyTries } from './domain/refusal.ts';

export interface Identity {
  key: string;
  projectId: string;
}

export interface Login {
  username: string;
  password: string;
  /** Where it comes from. */
  address: string;
}

export interface Authentication {
  /** @throws Refusal 535 for what is wrong, 454 when it cannot be known now */
  login(login: Login): Promise<Identity>;
  /** The project of a key that logged in before: keys are replaced, projects suspended. @throws Refusal as `login` */
  projectOf(key: string): Promise<string>;
}

const USERNAME = 'posthorn';
const SECRET_KEY = /^sk_[0-9a-f]{64}$/;
const WINDOW_SECONDS = 900;
/** Behind one address there may be a whole company. */
const TRIES_OF_CLIENT = 50;
const TRIES_OF_KEY = 10;

export function createAuthentication(accounts: Pick<Client<typeof AccountsServiceDefinition>, 'resolveKey'>): Authentication {
  const answers = remember<ResolveKeyResponse>();
  const ofClient = new RateLimiterMemory({ points: TRIES_OF_CLIENT, duration: WINDOW_SECONDS });
  const ofKey = new RateLimiterMemory({ points: TRIES_OF_KEY, duration: WINDOW_SECONDS });

  async function projectOf(key: string): Promise<string> {
    try {
      const ask = () => accounts.resolveKey({ key }, ownCall('relay', '', randomUUID()));
      const { projectId, disabled, scope } = await answers(hash('sha256', key, 'base64'), ask);
      if (disabled || (scope !== '' && scope !== 'send' && scope !== 'full')) throw invalidKey();
      return projectId;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw error.status < 500 ? invalidKey() : loginAway();
    }
  }

  async function isUsedUp(limiter: RateLimiterMemory, name: string): Promise<boolean> {
    const used = await limiter.get(name);
    return used !== null && used.consumedPoints >= limiter.points;
  }

  async function login({ username, password, address }: Login): Promise<Identity> {
    const [client, digest] = [clientOf(address), hash('sha256', password, 'base64')];
    if ((await isUsedUp(ofClient, client)) || (await isUsedUp(ofKey, digest))) throw tooManyTries();
    const failed = async (): Promise<void> => {
      await Promise.allSettled([ofClient.consume(client), ofKey.consume(digest)]);
    };
    if (username.trim().toLowerCase() !== USERNAME) {
      await failed();
      throw invalidUsername();
    }
    if (!SECRET_KEY.test(password)) {
      await failed();
      throw invalidKey();
    }
    try {
      return { key: password, projectId: await projectOf(password) };
    } catch (error) {
      if ((error as { code?: number }).code === 535) await failed();
      throw error;
    }
  }

  return { login, projectOf };
}
