/** Signing up, logging in and whose session a token is (contract 4.10, 5). */
import type { Call, CallMeta } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type {
  LoginRequest,
  LoginResponse,
  ResolveSessionRequest,
  ResolveSessionResponse,
  SignupRequest,
  SignupResponse,
  User,
} from '#proto/accounts/v1/accounts.ts';
import type { Attempts } from './login-attempts.ts';
import { REFUSALS, checkedCredentials, normalEmail } from './domain/credentials.ts';
import type { UserRow } from './model.ts';
import type { Passwords } from './passwords.ts';
import type { PlatformMail } from './platform-mail/platform-mail.ts';
import type { Sessions } from './sessions.ts';
import type { UsersStore } from './users-store.ts';

export interface AccountsParts {
  users: UsersStore;
  passwords: Passwords;
  sessions: Sessions;
  attempts: Attempts;
  newId: () => string;
  signupsDisabled: boolean;
  /** Whether an address may sign up; null: all may (`VERIFY_EMAIL_ON_SIGNUP`). */
  isUsable: ((email: string, call: CallMeta) => Promise<boolean>) | null;
  /** Without it nobody could prove an address: accounts count as verified (contract 5 "Verified e-mail"). */
  mail: Pick<PlatformMail, 'isOn' | 'order'>;
}

export interface Accounts {
  signup(request: SignupRequest, call: Call): Promise<SignupResponse>;
  login(request: LoginRequest, now: Date): Promise<LoginResponse>;
  /** Faults UNAUTHORIZED for a token that is forged, expired, ended, or older than the last password change. */
  resolveSession(request: ResolveSessionRequest, now: Date): Promise<ResolveSessionResponse>;
  /** The account behind an actor's id; faults UNAUTHORIZED when it is gone. */
  user(id: string): Promise<User>;
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { users, passwords, sessions, attempts, newId, signupsDisabled, isUsable, mail } = parts;

  const userView = ({ _id, email, type, verified }: UserRow): User => ({
    id: _id,
    email,
    verified: verified || !mail.isOn || type !== 'PASSWORD',
  });

  return {
    async signup(request: SignupRequest, call: Call): Promise<SignupResponse> {
      const { now } = call;
      const { email, password } = checkedCredentials(request);
      if (signupsDisabled) return { refusal: REFUSALS.disabled };
      if (isUsable && !(await isUsable(email, call))) return { refusal: REFUSALS.unusable };
      // Before the look-up: an address that is taken costs as much time as one that is not.
      const passwordHash = await passwords.hash(password);
      if (await users.byEmail(email)) return { refusal: REFUSALS.taken };
      const row: UserRow = {
        _id: newId(),
        email,
        type: 'PASSWORD',
        passwordHash,
        passwordChangedAt: null,
        verified: !mail.isOn,
        createdAt: now,
        updatedAt: now,
      };
      if (!(await users.add(row))) return { refusal: REFUSALS.taken };
      if (mail.isOn) await mail.order({ kind: 'verify-email', to: email, projectId: null, name: null });
      return { user: userView(row), token: await sessions.begin(row._id, request, now) };
    },

    login({ email: given, password, ip, agent }: LoginRequest, now: Date): Promise<LoginResponse> {
      const email = normalEmail(given);
      return attempts.run<LoginResponse>(email, ip, async () => {
        const row = await users.byEmail(email);
        if (await passwords.matches(password, row?.passwordHash ?? null)) {
          return {
            succeeded: true,
            result: { outcome: 'ok', user: userView(row!), token: await sessions.begin(row!._id, { ip, agent }, now) },
          };
        }
        const redirect = row !== null && row.passwordHash === null;
        return { succeeded: false, result: redirect ? { outcome: 'redirect', user: userView(row) } : { outcome: 'wrong' } };
      });
    },

    async resolveSession({ token, ip, agent }, now) {
      const { row, sessionId } = await sessions.resolve(token, { ip, agent }, now);
      return { user: userView(row), sessionId };
    },

    async user(id: string): Promise<User> {
      const row = await users.byId(id);
      if (!row) throw fault('UNAUTHORIZED');
      return userView(row);
    },
  };
}
