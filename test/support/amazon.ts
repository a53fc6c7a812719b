/** Amazon as Posthorn meets it: SESv2's REST calls and SNS's certificates and confirmations, by a script; and SNS messages, signed. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign } from 'node:crypto';
import { CERTIFICATE, KEY } from './sns-certificate.ts';

export interface Taken {
  messageId: string;
  to: string;
  raw: string;
  configurationSet: string | undefined;
  tags: Record<string, string>;
}

/** What a call is answered with instead: SES's error of that name, or the connection is cut, before the answer. */
export type Refusal = { status: number; name: string; message?: string } | 'cut';

export interface Amazon {
  url: string;
  taken: Taken[];
  /** Paths of all calls: `GET /v2/email/account`. */
  calls: string[];
  /** Answers of SendEmail for this recipient, in turn; afterwards it is accepted. */
  refuse(to: string, ...answers: Refusal[]): void;
  setRate(perSecond: number): void;
  /** DKIM status of a domain's identity (`PENDING` until said otherwise), or what GetEmailIdentity is answered with instead. */
  identity(domain: string, status: string | Refusal): void;
  /** Signed with the certificate's key. `version` of the signature; `change` is made after signing. */
  sns(message: Record<string, string>, options?: { version?: '1' | '2'; change?: Record<string, unknown> }): object;
  stop(): Promise<void>;
}

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail';
const TOKENS = ['tokenone', 'tokentwo', 'tokenthree'];
const FIELDS = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

async function bodyOf(request: IncomingMessage): Promise<any> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
}

export async function startAmazon(): Promise<Amazon> {
  const taken: Taken[] = [];
  const calls: string[] = [];
  const refusals = new Map<string, Refusal[]>();
  const identities = new Map<string, string | Refusal>();
  let rate = 50;
  let serial = 0;

  function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  function sendEmail(body: any, response: ServerResponse): void {
    const [to] = body.Destination.ToAddresses as [string];
    const refusal = refusals.get(to)?.shift();
    if (refusal) return refuse(refusal, response);
    const messageId = `0102018f${String((serial += 1)).padStart(8, '0')}-${crypto.randomUUID()}-000000`;
    const tags = Object.fromEntries((body.EmailTags ?? []).map(({ Name, Value }: any) => [Name, Value]));
    taken.push({
      messageId,
      to,
      raw: Buffer.from(body.Content.Raw.Data, 'base64').toString('utf8'),
      configurationSet: body.ConfigurationSetName,
      tags,
    });
    answer(response, 200, { MessageId: messageId });
  }

  function refuse(refusal: Refusal, response: ServerResponse): void {
    if (refusal === 'cut') return void response.destroy();
    answer(response, refusal.status, { message: refusal.message ?? 'no' }, { 'x-amzn-errortype': refusal.name });
  }

  function readIdentity(domain: string, response: ServerResponse): void {
    const status = identities.get(domain) ?? 'PENDING';
    if (typeof status === 'object' || status === 'cut') return refuse(status, response);
    answer(response, 200, { IdentityType: 'DOMAIN', DkimAttributes: { SigningEnabled: true, Status: status, Tokens: TOKENS } });
  }

  const server = createServer(
    (request, response) =>
      void (async () => {
        const { pathname } = new URL(request.url!, 'http://x');
        const call = `${request.method} ${pathname}`;
        calls.push(call);
        const body = await bodyOf(request).catch(() => ({}));
        if (pathname.endsWith('.pem'))
          return void response
            .writeHead(pathname.includes('gone') ? 404 : 200, { 'content-type': 'text/plain' })
            .end(pathname.includes('odd') ? 'odd' : CERTIFICATE);
        if (pathname.startsWith('/confirm')) return void response.writeHead(pathname.includes('fails') ? 500 : 200).end('<xml/>');
        if (call === 'GET /v2/email/account')
          return answer(response, 200, {
            SendQuota: { Max24HourSend: 50_000, MaxSendRate: rate, SentLast24Hours: 0 },
            SendingEnabled: true,
          });
        if (call === 'POST /v2/email/outbound-emails') return sendEmail(body, response);
        if (call === 'POST /v2/email/identities')
          return answer(response, 200, {
            IdentityType: 'DOMAIN',
            VerifiedForSendingStatus: false,
            DkimAttributes: { SigningEnabled: true, Status: 'PENDING', Tokens: TOKENS },
          });
        if (call.startsWith('GET /v2/email/identities/')) return readIdentity(decodeURIComponent(pathname.split('/')[4]!), response);
        if (pathname.startsWith('/v2/email/identities/')) return answer(response, 200, {});
        answer(response, 404, { message: 'unknown call' }, { 'x-amzn-errortype': 'NotFoundException' });
      })(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    taken,
    calls,
    refuse: (to, ...answers) => void refusals.set(to, answers),
    setRate: (perSecond) => void (rate = perSecond),
    identity: (domain, status) => void identities.set(domain, status),
    sns(message, { version = '2', change = {} } = {}) {
      const whole: Record<string, string> = {
        Type: 'Notification',
        MessageId: crypto.randomUUID(),
        TopicArn: TOPIC,
        Timestamp: '2026-01-31T10:00:00.000Z',
        ...message,
      };
      const confirms = whole['Type'] === 'SubscriptionConfirmation';
      const text = FIELDS.filter(
        (field) => whole[field] !== undefined && (confirms ? field !== 'Subject' : !['SubscribeURL', 'Token'].includes(field)),
      )
        .map((field) => `${field}\n${whole[field]}\n`)
        .join('');
      const signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), KEY).toString('base64');
      return {
        ...whole,
        SignatureVersion: version,
        Signature: signature,
        SigningCertURL: `${url}/SimpleNotificationService-abc.pem`,
        ...change,
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
