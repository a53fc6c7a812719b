/** MongoDB as the stack runs it: a replica set of one member, made at the first start. */
import mongoose from 'mongoose';
import type { Server } from './server.ts';

const { MongoClient } = mongoose.mongo;
const NOT_INITIATED = 94;

interface ReplicaSetConfig {
  _id: string;
  version: number;
  members: { _id: number; host: string }[];
}

/** Makes the server the only member of `rs0`. A port other than last time's changes the member's address. */
async function makeReplicaSet(admin: mongoose.mongo.Db, host: string): Promise<void> {
  const found = await admin.command({ replSetGetConfig: 1 }).catch((error: mongoose.mongo.MongoServerError) => {
    if (error.code === NOT_INITIATED) return null;
    throw error;
  });
  if (found === null) {
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
    return;
  }
  const config = found.config as ReplicaSetConfig;
  if (config.members.length === 1 && config.members[0]!.host === host) return;
  await admin.command({
    replSetReconfig: { ...config, version: config.version + 1, members: [{ ...config.members[0], _id: 0, host }] },
    force: true,
  });
}

export const mongodb: Server = {
  name: 'mongodb',
  variable: 'MONGODB_URI',
  preferredPort: 27817,
  args: (port, dataDir) => [
    '--replSet',
    'rs0',
    '--bind_ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--dbpath',
    dataDir,
    '--wiredTigerCacheSizeGB',
    '1',
    '--nounixsocket',
    '--quiet',
    // A single member has nobody to hand over to, so it need not wait 15 s before it ends.
    '--setParameter',
    'shutdownTimeoutMillisForSignaledShutdown=100',
    // A transaction whose process was killed holds its documents no longer than this.
    '--setParameter',
    'transactionLifetimeLimitSeconds=15',
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
    // What has expired goes soon, not within a minute: nobody wants to wait for it here.
    '--setParameter',
    'ttlMonitorSleepSecs=5',
  ],
  version: { args: ['--version'], pattern: /v(\d+\.\d+\.\d+)/ },
  url: (port) => `mongodb://127.0.0.1:${port}/?replicaSet=rs0`,
  async ready(port) {
    const host = `127.0.0.1:${port}`;
    const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { serverSelectionTimeoutMS: 500 });
    try {
      const admin = client.db('admin');
      await makeReplicaSet(admin, host);
      const hello = await admin.command({ hello: 1 });
      if (!hello.isWritablePrimary) throw new Error('no primary yet');
    } finally {
      await client.close();
    }
  },
  graceMs: 30_000,
};
