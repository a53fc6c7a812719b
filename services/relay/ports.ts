/** The two ports (contract "SMTP relay"): 587 at once or with the certificate, where there is to be one; 465 only with it. */
import type { Config } from '#kit/config/config.ts';
import type { SMTPServer } from 'smtp-server';
import { createCertificates } from './certificates.ts';
import type { Certificate, Certificates } from './certificates.ts';
import { createListener } from './listener.ts';
import type { Listener } from './listener.ts';
import { createSmtpServer } from './smtp-server.ts';
import type { ConversationParts } from './smtp-server.ts';

export interface Ports {
  /** Answers when they listen, or wait for a certificate that cannot be read yet. */
  start(): Promise<void>;
  /** See the service's. */
  stop(withinMs: number): Promise<void>;
  certificateExpires(): number;
}

export interface PortsOptions {
  relay: Config['relay'];
  host: string;
}

export function createPorts(parts: ConversationParts, { relay, host }: PortsOptions): Ports {
  const { log } = parts;
  const open: { smtp: SMTPServer; listener: Listener }[] = [];
  let listening: Promise<void> | undefined;
  let certificates: Certificates | undefined;

  async function listen(secure: boolean, certificate: Certificate | null): Promise<void> {
    const { balancers, ports } = relay;
    const smtp = createSmtpServer(parts, { secure, certificate, proxied: balancers.length > 0 });
    const port = secure ? ports.secure : ports.submission;
    const listener = createListener({ smtp, host, port, balancers, sessions: parts.sessions });
    open.push({ smtp, listener });
    log.info({ address: await listener.start(), secure, starttls: !secure && certificate !== null }, 'relay listening');
  }

  /** Those who are connected keep the certificate they came by. */
  function use(certificate: Certificate): void {
    for (const { smtp } of open) smtp.updateSecureContext({ ...certificate });
    listening ??= Promise.all([listen(false, certificate), listen(true, certificate)]).then(() => undefined);
    listening.catch((error: unknown) => log.error({ err: error }, 'the relay cannot listen'));
  }

  async function start(): Promise<void> {
    if (relay.certPath === undefined) {
      log.warn('the relay has no certificate: logins cross the net in the clear');
      return await listen(false, null);
    }
    certificates = createCertificates({ path: relay.certPath, domain: relay.domain, onChange: use, log });
    await certificates.start();
    await listening;
  }

  async function stop(withinMs: number): Promise<void> {
    await certificates?.stop();
    await listening?.catch(() => undefined);
    await Promise.all(open.map(({ listener }) => listener.stop(withinMs)));
  }

  return { start, stop, certificateExpires: () => certificates?.expiresAt() ?? 0 };
}
