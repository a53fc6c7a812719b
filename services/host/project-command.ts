/**
 * The operator's commands about a project: `node services/host/project-command.ts show|audit|disable|enable <projectId>`. Asks accounts by
 * gRPC at GRPC_ADVERTISE and GRPC_PORT, with GRPC_TOKEN and over TLS where GRPC_TLS_* say so, so that every process acts on it when the
 * command ends.
 */
import { readConfig } from '#kit/config/config.ts';
import { ownCall } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import { grpcTransport } from '#kit/contract/grpc-client.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';

const [command, projectId] = process.argv.slice(2);
const {
  runtime: { grpc },
  auth: {
    grpcTokens: [token],
  },
  grpc: { clientTls: tls },
} = readConfig(process.env, []);
if (!token) {
  console.error('GRPC_TOKEN is required where there is no JWT_SECRET');
  process.exit(2);
}
const { transport, close } = grpcTransport(AccountsServiceDefinition, { address: `${grpc.advertise}:${grpc.port}`, token, tls });
const accounts = createClient(AccountsServiceDefinition, transport);

/** What each command answers is printed. */
const COMMANDS: Readonly<Record<string, (id: string) => Promise<object>>> = {
  show: async (id) => ({
    project: await accounts.getProject({}, ownCall('operator', id)),
    security: await accounts.getSecurity({}, ownCall('operator', id)),
  }),
  audit: (id) => accounts.listAudit({ page: 1, pageSize: 100 }, ownCall('operator', id)),
  disable: (id) => accounts.disableProject({ reason: 'MANUAL' }, ownCall('operator', id)),
  enable: (id) => accounts.enableProject({}, ownCall('operator', id)),
};

const run = COMMANDS[command ?? ''];
if (!run || !projectId) {
  console.error('Usage: project show | audit | disable | enable <projectId>');
  process.exitCode = 2;
} else {
  await run(projectId)
    .then((answer) => console.log(JSON.stringify(answer, null, 2)))
    .catch((error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
}
close();
