/** A client of Temporal that connects when it is first needed. */
import { Client, Connection } from '@temporalio/client';
import { workflowStarts } from './telemetry/temporal.ts';

export interface TemporalAddress {
  /** host:port */
  address: string;
  namespace: string;
}

/** Answers the client; a failed connection is tried anew by the next call. */
export interface TemporalLink {
  (): Promise<Client>;
  /** Closes the connection, should there be one. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** A lazily connected client. Once connected, gRPC reconnects by itself when the server was away. */
export function temporalClient({ address, namespace }: TemporalAddress): TemporalLink {
  let connecting: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const connection = await Connection.connect({ address, connectTimeout: CONNECT_TIMEOUT_MS });
    return new Client({ connection, namespace, interceptors: { workflow: [workflowStarts] } });
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
