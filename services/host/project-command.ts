/**
 * The operator's commands about a project: `node services/host/project-command.ts show|disable|enable <projectId>`. Asks accounts by gRPC
 * at GRPC_ADVERTISE and GRPC_PORT, with GRPC_TOKEN, so that every process acts on it when the command ends.
 */
import { readConfig } from '#kit/config/config.ts';
import { ownCall } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import { grpcTransport } from '#kit/contract/grpc-client.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';

const [command, projectId] = process.argv.slice(2);
const { runtime, auth } = readConfig(process.env);
const { transport, close } = grpcTransport(AccountsServiceDefinition, {
  address: `${runtime.grpc.advertise}:${runtime.grpc.port}`,
  token: auth.grpcTokens[0]!,
});
const accounts = createClient(AccountsServiceDefinition, transport);

/** What each command answers is printed. */
const COMMANDS: Readonly<Record<string, (id: string) => Promise<object>>> = {
  show: async (id) => ({
    project: await accounts.getProject({}, ownCall('operator', id)),
    security: await accounts.getSecurity({}, ownCall('operator', id)),
  }),
  disable: (id) => accounts.disableProject({ reason: 'MANUAL' }, ownCall('operator', id)),
  enable: (id) => accounts.enableProject({}, ownCall('operator', id)),
};

const run = COMMANDS[command ?? ''];
if (!run || !projectId) {
  console.error('Usage: project show | disable | enable <projectId>');
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
