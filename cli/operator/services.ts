/**
 * The services by gRPC, as an operator reaches them: addresses, token and certificates from options and the environment, and from nowhere
 * else.
 */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { readConfig } from '#kit/config/config.ts';
import type { CallMeta } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import { serviceName } from '#kit/contract/definition.ts';
import type { Client, Definition } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import type { GrpcClientTls, GrpcTransport } from '#kit/contract/grpc-client.ts';
import { Fault } from '#kit/errors.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { UsageError } from '../command.ts';
import type { Given, Option } from '../command.ts';

/** What every operator's command takes beside its own options. */
export const CONNECTION: Readonly<Record<string, Option>> = {
  grpc: {
    type: 'string',
    value: 'ADDRESS',
    summary: 'host:port, posthorn-{service}:50051, or accounts=host:port,…; POSTHORN_GRPC; 127.0.0.1:50051',
  },
  'token-file': { type: 'string', value: 'FILE', summary: "file of the operator's token; POSTHORN_OPERATOR_TOKEN, else GRPC_TOKEN" },
  'tls-ca': { type: 'string', value: 'FILE', summary: "PEM of the services' authority; GRPC_TLS_CA. TLS is spoken then" },
  'tls-cert': { type: 'string', value: 'FILE', summary: 'PEM of our certificate where services demand one; GRPC_TLS_CERT' },
  'tls-key': { type: 'string', value: 'FILE', summary: 'PEM of its key; GRPC_TLS_KEY' },
  'tls-name': { type: 'string', value: 'NAME', summary: "name in the services' certificates; GRPC_TLS_NAME" },
  as: {
    type: 'string',
    value: 'NAME',
    summary: "who you are in the audit trail, with the services' own token; POSTHORN_OPERATOR, else the login name",
  },
};

const DEFINITIONS = {
  accounts: AccountsServiceDefinition,
  campaigns: CampaignsServiceDefinition,
  contacts: ContactsServiceDefinition,
  delivery: DeliveryServiceDefinition,
  events: EventsServiceDefinition,
  workflows: WorkflowsServiceDefinition,
} as const;

/** Names of the services that the operator's commands ask: a chart gives each pod their addresses. */
export const ASKED = Object.keys(DEFINITIONS);

export type Services = { readonly [Name in keyof typeof DEFINITIONS]: Client<(typeof DEFINITIONS)[Name]> } & {
  /** The metadata of a call for a project; '' where none is needed. */
  call(projectId: string): CallMeta;
  close(): void;
};

/** Where a service is, by what was given for all. Throws UsageError. */
export function addressOf(given: string, service: string): string {
  if (given.includes('{service}')) return given.replaceAll('{service}', service);
  if (!given.includes('=')) return given;
  const own = given.split(',').find((entry) => entry.trim().startsWith(`${service}=`));
  if (!own) throw new UsageError(`No address of ${service} in ${given}`);
  return own.trim().slice(service.length + 1);
}

function fileOf(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${what}: ${(error as Error).message}`);
  }
}

type Asked = Pick<Given, 'options' | 'env'>;

const text = ({ options, env }: Asked, option: string, variable: string): string | undefined =>
  ((options[option] as string | undefined) ?? env[variable]) || undefined;

function tokenOf({ options, env }: Asked): string {
  const file = options['token-file'] as string | undefined;
  if (file) {
    const token = fileOf(file, '--token-file').trim();
    if (token === '') throw new UsageError(`--token-file: ${file} is empty`);
    return token;
  }
  const own = env['POSTHORN_OPERATOR_TOKEN'] || readConfig(env, []).auth.grpcTokens[0];
  if (!own) throw new UsageError('No token: --token-file, POSTHORN_OPERATOR_TOKEN, or GRPC_TOKEN');
  return own;
}

function tlsOf(asked: Asked): GrpcClientTls | undefined {
  const pem = (option: string, variable: string): string | undefined => {
    const path = text(asked, option, variable);
    return path && fileOf(path, `--${option}`);
  };
  const [ca, cert, key] = [pem('tls-ca', 'GRPC_TLS_CA'), pem('tls-cert', 'GRPC_TLS_CERT'), pem('tls-key', 'GRPC_TLS_KEY')];
  if (Boolean(cert) !== Boolean(key)) throw new UsageError('--tls-cert and --tls-key go together');
  if (!ca && !cert) return undefined;
  return { ca, name: text(asked, 'tls-name', 'GRPC_TLS_NAME'), own: cert && key ? { cert, key } : undefined };
}

/** The fault of a call, with whom it was that answered so, or did not. */
function explained(error: unknown, asked: string): unknown {
  if (!(error instanceof Fault)) return error;
  if (error.status === 401) return new Fault(error.name, { ...error.options, message: `${asked} does not know this token` });
  const waits = { 503: 'does not answer, or waits for another service', 504: 'did not answer in time' } as Readonly<Record<number, string>>;
  const message = waits[error.status];
  return message ? new Fault(error.name, { ...error.options, message: `${asked} ${message} (--grpc, POSTHORN_GRPC)` }) : error;
}

/** Reaches nobody before something is asked. Throws UsageError and ConfigError. */
export function connectServices(asked: Asked): Services {
  const given = text(asked, 'grpc', 'POSTHORN_GRPC') ?? '127.0.0.1:50051';
  const [token, tls] = [tokenOf(asked), tlsOf(asked)];
  const actor = { kind: 'operator', id: text(asked, 'as', 'POSTHORN_OPERATOR') ?? userInfo().username } as const;
  const open: GrpcTransport[] = [];
  const client = (definition: Definition): unknown => {
    let made: GrpcTransport | undefined;
    return createClient(definition, async (method, request, meta) => {
      const service = serviceName(definition);
      const address = addressOf(given, service);
      if (!made) {
        made = createGrpcTransport(definition, { address, token, tls });
        open.push(made);
      }
      try {
        return await made.transport(method, request, meta);
      } catch (error) {
        throw explained(error, `${service} at ${address}`);
      }
    });
  };
  return {
    ...(Object.fromEntries(Object.entries(DEFINITIONS).map(([name, definition]) => [name, client(definition)])) as Omit<
      Services,
      'call' | 'close'
    >),
    call: (projectId) => ({ projectId, actor, requestId: crypto.randomUUID() }),
    close: () => open.forEach((one) => one.close()),
  };
}

/** A command of the operator: it is given the services, which are closed when it ends. */
export function withServices(work: (services: Services, given: Given) => Promise<number | void>): (given: Given) => Promise<number | void> {
  return async (given) => {
    const services = connectServices(given);
    try {
      return await work(services, given);
    } finally {
      services.close();
    }
  };
}
