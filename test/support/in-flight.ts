/** Mails that a delivery process held when it was killed: of these alone the outcome may be unknown. */
import type { Connection } from 'mongoose';
import { createEmailIds } from '#services/delivery/campaign-sends/email-ids.ts';
import type { ProgressRow } from '#services/delivery/campaign-sends/page-model.ts';
import { noteOf } from '#services/delivery/campaign-sends/slots.ts';
import { doubtfulSlots } from '#services/delivery/domain/page-progress.ts';

interface Row {
  _id: string;
  trace: { to: string; by: string }[];
}

/** Mails of frozen pages below the horizon of the process's pages, and in no note. */
async function slotsOf(delivery: Connection, process: string): Promise<string[]> {
  const found = await delivery.collection<{ key: { buffer: Uint8Array } }>('email_id_keys').findOne({});
  if (!found) return [];
  const ids = createEmailIds(Buffer.from(found.key.buffer));
  const pages = await delivery
    .collection<ProgressRow>('progress')
    .find({ lease: { $exists: true } })
    .toArray();
  return pages
    .filter(({ owner }) => owner?.includes(process))
    .flatMap(({ _id, size, horizon, notes }) => {
      const [number, n] = _id.split('/').map(Number) as [number, number];
      const own = ids.ofPage(number, n, size);
      return doubtfulSlots({ horizon, notes: notes.map(noteOf) }).map((slot) => own[slot]!);
    });
}

/** Ids of what the process with this id has claimed and not written the outcome of, now. Traces and claims name processes with their id. */
export async function inFlightOf(delivery: Connection, pid: number): Promise<string[]> {
  const rows = await delivery
    .collection<Row>('emails')
    .find({ status: 'SENDING' } as never, { projection: { trace: 1 } })
    .toArray();
  const claimed = rows.filter(({ trace }) => trace.findLast(({ to }) => to === 'SENDING')?.by.includes(`-${pid}-`)).map(({ _id }) => _id);
  return [...claimed, ...(await slotsOf(delivery, `-${pid}-`))];
}
