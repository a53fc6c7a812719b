/** Blanks what the mails of frozen pages say when its time is over (contract 6 "Retention"); whom they went to and when stays. */
import type { Blobs } from '#kit/store/blobs.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { untouchedSlots } from '../domain/page-progress.ts';
import type { CampaignMailContent } from '../ledger/ledger.ts';
import type { PageModels, PageRow, ProgressRow, SlotContent } from './page-model.ts';
import { noteOf } from './slots.ts';

/** Some mail of it was never tried, or is in flight: it may leave yet, however old it is. */
function isUnfinished(mails: readonly SlotContent[], progress: ProgressRow | null): boolean {
  if (!progress || progress.doubtful > 0) return true;
  const { horizon, notes } = progress;
  return untouchedSlots({ horizon, notes: notes.map(noteOf) }, mails.length).some((slot) => mails[slot]!.error === undefined);
}

export function createPageContent({ pages, progress }: Pick<PageModels, 'pages' | 'progress'>, blobs: Blobs): CampaignMailContent {
  return {
    projects: () => acrossProjects(pages.distinct('projectId', {})),

    async blank(projectId, until) {
      const old = pages
        .find({ projectId, whole: true, frozenAt: { $lt: until } })
        .lean<PageRow[]>()
        .cursor();
      let blanked = 0;
      for await (const page of old as unknown as AsyncIterable<PageRow>) {
        const { _id, skeletonHash } = page;
        const mails = JSON.parse(page.mails) as SlotContent[];
        if (isUnfinished(mails, await progress.findOne({ _id, projectId }).lean<ProgressRow>())) {
          await blobs.touch(
            projectId,
            [...new Set([skeletonHash, ...mails.map(({ bodyHash }) => bodyHash)])].filter((hash) => hash != null),
          );
          continue;
        }
        const kept = mails.map(({ values: _values, body: _body, bodyHash: _bodyHash, ...own }) => own);
        await pages.updateOne({ _id, projectId }, { $set: { mails: JSON.stringify(kept), skeletonHash: null }, $unset: { whole: 1 } });
        blanked += page.size;
      }
      return blanked;
    },
  };
}
