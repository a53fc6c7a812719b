/** The connection to SES, and sender domains as its identities (contract 4.9 "ses"). */
import {
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  GetEmailIdentityCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { fault } from '#kit/errors.ts';

export interface SesAccess {
  region: string;
  /** Absent: what the machine's role allows. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Elsewhere than Amazon (tests). */
  endpoint?: string | undefined;
}

const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 30_000;

/** One try a call: who repeats a mail is the ledger's to decide. */
export function createSesClient({ region, credentials, endpoint }: SesAccess, connections: number): SESv2Client {
  return new SESv2Client({
    region,
    // A copy: the configuration is frozen, and the SDK notes in it where it came from.
    ...(credentials ? { credentials: { ...credentials } } : {}),
    ...(endpoint ? { endpoint } : {}),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: connections },
      httpsAgent: { maxSockets: connections },
    },
  });
}

/** Where sender domains are made known to the provider, when it signs by itself. */
export interface Identities {
  /** The DKIM tokens of the domain; harmless when done again. Faults SERVICE_UNAVAILABLE. */
  add(domain: string, mailFrom: string): Promise<string[]>;
  remove(domain: string): Promise<void>;
  /** How far the provider is with the domain's DKIM records; `TemporaryFailure` while it cannot be asked. */
  status(domain: string): Promise<DomainStatus>;
}

export type DomainStatus = 'Success' | 'Pending' | 'Failed' | 'TemporaryFailure' | 'NotStarted';

const STATUSES: Readonly<Record<string, DomainStatus>> = {
  SUCCESS: 'Success',
  PENDING: 'Pending',
  FAILED: 'Failed',
  TEMPORARY_FAILURE: 'TemporaryFailure',
  NOT_STARTED: 'NotStarted',
};

const isNamed = (error: unknown, name: string) => (error as Error).name === name;

function away(error: unknown): never {
  throw fault('SERVICE_UNAVAILABLE', { message: `The mail provider cannot be asked: ${(error as Error).name}` });
}

export function createSesIdentities(client: SESv2Client): Identities {
  async function tokensOf(EmailIdentity: string): Promise<string[]> {
    try {
      const { DkimAttributes } = await client.send(new CreateEmailIdentityCommand({ EmailIdentity }));
      return DkimAttributes?.Tokens ?? [];
    } catch (error) {
      if (!isNamed(error, 'AlreadyExistsException')) throw error;
      const { DkimAttributes } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
      return DkimAttributes?.Tokens ?? [];
    }
  }

  return {
    async status(EmailIdentity) {
      try {
        const { DkimAttributes } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
        return STATUSES[DkimAttributes?.Status ?? ''] ?? 'NotStarted';
      } catch (error) {
        return isNamed(error, 'NotFoundException') ? 'NotStarted' : 'TemporaryFailure';
      }
    },

    async add(domain, mailFrom) {
      try {
        const tokens = await tokensOf(domain);
        await client.send(
          new PutEmailIdentityMailFromAttributesCommand({
            EmailIdentity: domain,
            MailFromDomain: mailFrom,
            BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
          }),
        );
        return tokens;
      } catch (error) {
        return away(error);
      }
    },
    async remove(domain) {
      await client
        .send(new DeleteEmailIdentityCommand({ EmailIdentity: domain }))
        .catch((error: unknown) => (isNamed(error, 'NotFoundException') ? undefined : away(error)));
    },
  };
}
