/** Reads end when nobody waits for them any more: each carries what is left of its call's deadline as `maxTimeMS`. */
import type { Aggregate, Query, Schema } from 'mongoose';
import { currentScope } from '../telemetry/scope.ts';

const READS = ['find', 'findOne', 'countDocuments', 'distinct'] as const;

/** Milliseconds left of the call under way, 1 at least; undefined for work of no call. */
function timeLeft(): number | undefined {
  const deadline = currentScope()?.deadline;
  return deadline === undefined ? undefined : Math.max(1, Math.ceil(deadline - Date.now()));
}

/** For every schema of the kit. Writes are not cut off: whoever gave up on one could not know whether it happened. */
export function boundReads(schema: Schema<any>): void {
  for (const read of READS) {
    schema.pre(read as 'find', { query: true, document: false }, function (this: Query<unknown, unknown>) {
      const maxTimeMS = timeLeft();
      if (maxTimeMS !== undefined) this.setOptions({ maxTimeMS });
    });
  }
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const maxTimeMS = timeLeft();
    if (maxTimeMS !== undefined) this.option({ maxTimeMS });
  });
}
