/**
 * Loaded before a process of ours (`--import`): notes what shapes of commands its driver sends to MongoDB, a line of JSON each, in the file
 * that MONGO_COMMANDS names.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { shapesOf } from './command-shapes.ts';

/** Threads ask MongoDB nothing, and need not load it. */
if (isMainThread) await listen(process.env['MONGO_COMMANDS']!);

async function listen(file: string): Promise<void> {
  const { default: mongoose } = await import('mongoose');
  const seen = new Set<string>();
  const createConnection = mongoose.createConnection.bind(mongoose);

  mongoose.createConnection = ((uri: string, options?: object) => {
    const connection = createConnection(uri, { ...options, monitorCommands: true });
    connection.once('connected', () => {
      connection.getClient().on('commandStarted', ({ commandName, databaseName, command }) => {
        for (const shape of shapesOf(commandName, databaseName, command)) {
          const line = JSON.stringify(shape);
          if (seen.has(line)) continue;
          seen.add(line);
          appendFileSync(file, `${line}\n`);
        }
      });
    });
    return connection;
  }) as typeof createConnection;
}
