/** Users and how they log in: by password, by GitHub or Google, by mailed links; and their sessions. */
import type { Model } from 'mongoose';
import type { Kit } from '#kit/service.ts';
import { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';
import { createAccounts } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { createMailedLinks } from './mailed-links.ts';
import type { MailedLinks } from './mailed-links.ts';
import { createPasswords } from './passwords.ts';
import type { PlatformMail } from './platform-mail/platform-mail.ts';
import { createSessionTokens } from './session-tokens.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import { createSignupCheck } from './signup-check.ts';
import { createSocialLogin } from './social-login/social-login.ts';
import type { SocialLogin } from './social-login/social-login.ts';
import type { UsersStore } from './users-store.ts';

export interface PeopleParts extends Pick<Kit, 'client' | 'clock' | 'config' | 'log' | 'mongo' | 'redis'> {
  users: UsersStore;
  mail: PlatformMail;
  newId: () => string;
}

export interface People {
  accounts: Accounts;
  sessions: Sessions;
  socialLogin: SocialLogin;
  links: MailedLinks;
  models: Model<any>[];
}

export async function createPeople(parts: PeopleParts): Promise<People> {
  const { client, clock, config, log, mongo, redis, users, mail, newId } = parts;
  const { auth, http } = config;
  const verification = client(VerificationServiceDefinition, 'verifySignupAddress');
  const passwords = await createPasswords();
  const sessions = createSessions({ mongo, users, newId, log, tokens: createSessionTokens(auth.sessionKeys) });
  const isUsable = auth.verifiesSignups ? createSignupCheck(verification) : null;
  const common = { users, sessions, newId, signupsDisabled: auth.signupsDisabled, isUsable };
  const socialLogin = createSocialLogin({ ...common, mongo, settings: config.socialLogin, apiUri: http.apiUri, clock, log });
  return {
    accounts: createAccounts({ ...common, passwords, mail, attempts: createLoginAttempts(redis, auth.loginLimit, log) }),
    sessions,
    socialLogin,
    links: createMailedLinks({ mongo, redis, users, log, passwords, mail }),
    models: [sessions.model, ...socialLogin.models],
  };
}
