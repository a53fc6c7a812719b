/** `posthorn mcp`: lets a model read a project, and send or write where that was allowed. */
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { clientOf, CONNECTION } from '../developer/credentials.ts';
import { createMcpServer, serveHttp } from './server.ts';
import type { Right } from './tools.ts';

/** Over the process's own pipes. What was asked before the input ended is still answered; then nothing is left that runs. */
function stdio(): StdioServerTransport {
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  return new StdioServerTransport(input, process.stdout);
}

export const mcp: Command = {
  name: 'mcp',
  operands: [],
  summary: 'serves the project to a model by the Model Context Protocol, on stdio; reading alone unless more is allowed',
  options: {
    ...CONNECTION,
    'allow-send': { type: 'boolean', summary: 'mails and campaigns may be sent, each after a preview' },
    'allow-write': { type: 'boolean', summary: 'contacts, events, templates and drafts may be made' },
    http: {
      type: 'string',
      value: 'PORT',
      summary: 'over HTTP on 127.0.0.1 in place of stdio; 0: any free port; the token is POSTHORN_MCP_TOKEN, or printed',
    },
  },
  async run({ options, env }) {
    const session = { client: clientOf({ options, env }) };
    const allowed = (['send', 'write'] as const).filter((right) => options[`allow-${right}`] === true);
    const rights = new Set<Right>(['read', ...allowed]);
    const make = () => createMcpServer(session, rights);
    if (options['http'] === undefined) {
      serveStdio(make, { transport: stdio(), onerror: (error) => console.error(`posthorn: ${error.message}`) });
      return;
    }
    const port = Number(options['http']);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--http: a port from 0 to 65535');
    const token = env['POSTHORN_MCP_TOKEN'] || randomBytes(24).toString('hex');
    const url = await serveHttp(make, { port, token });
    // A generated token is shown only to the person who started it.
    console.error(`Serving ${url}${env['POSTHORN_MCP_TOKEN'] ? '' : ` for the token ${token}`}`);
  },
};
