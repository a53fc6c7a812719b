/** A client of Temporal that connects when it is first needed. */
import { Client, Connection } from '@temporalio/client';
import { workflowStarts } from './interceptors.ts';

export interface TemporalAddress {
  /** host:port */
  address: string;
  namespace: string;
  /** Given: TLS, with certificates as PEM: whom to trust, and who we are. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
  apiKey?: string | undefined;
}

/** What the client's and the workers' connections are opened with. An API key is never sent in the clear. */
export function connectionOptions({ address, tls, apiKey }: TemporalAddress) {
  const clientCertPair = tls?.cert && tls.key ? { crt: Buffer.from(tls.cert), key: Buffer.from(tls.key) } : undefined;
  const secured = { ...(tls?.ca ? { serverRootCACertificate: Buffer.from(tls.ca) } : {}), ...(clientCertPair ? { clientCertPair } : {}) };
  return { address, ...(tls || apiKey ? { tls: secured } : {}), ...(apiKey ? { apiKey } : {}) };
}

/** Answers the client; a failed connection is tried anew by the next call. */
export interface TemporalLink {
  (): Promise<Client>;
  /** Closes the connection, should there be one. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** A lazily connected client. Once connected, gRPC reconnects by itself when the server was away. */
export function createTemporalClient(settings: TemporalAddress): TemporalLink {
  let connecting: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const connection = await Connection.connect({ ...connectionOptions(settings), connectTimeout: CONNECT_TIMEOUT_MS });
    return new Client({ connection, namespace: settings.namespace, interceptors: { workflow: [workflowStarts] } });
  }

  const link = (): Promise<Client> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  const close = async (): Promise<void> => {
    const client = await connecting?.catch(() => undefined);
    connecting = undefined;
    await client?.connection.close();
  };
  return Object.assign(link, { close });
}
