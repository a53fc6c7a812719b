/**
 * Migrates the stored data of the services that SERVICES names, and ends: in production nothing else does (charts: hook `migrations`, after
 * the indexes). `--dry-run` counts what waits and lists what was done; `--copy` tries it on a copy of the collections first, which is
 * dropped again.
 */
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { migrate, migrateCopy, migrationModel, pendingMigrations } from '#kit/store/migrations.ts';
import { runJob } from './host/job.ts';

const { values } = parseArgs({ options: { copy: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } });

await runJob(process.env, 'migrations', async ({ service: { name, migrations = [] }, mongo, log }) => {
  const parts = { mongo, by: `migrations-${hostname()}-${process.pid}`, clock: () => new Date(), log: log.child({ service: name }) };
  const pending = await pendingMigrations(migrations, mongo);
  parts.log.info({ pending }, 'documents that wait to be migrated');
  if (values['dry-run'])
    return parts.log.info({ ledger: await migrationModel(mongo).find().sort({ startedAt: 1 }).lean() }, 'what was done');
  if (values.copy && Object.keys(pending).length > 0)
    parts.log.info({ changed: await migrateCopy(migrations, parts) }, 'tried on a copy; the copy is dropped');
  else if (!values.copy) parts.log.info({ changed: await migrate(migrations, parts) }, 'migrated');
});
