/** Mails that a model took for phishing, and when they disable their project (contract "Security and suspension: Phishing"). */
import type { Connection, Model } from 'mongoose';
import type { Config } from '#kit/config/config.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import type { Call } from '#kit/contract/call.ts';
import type { RecordPhishingRequest, RecordPhishingResponse } from '#proto/accounts/v1/accounts.ts';
import { keyHash } from '../keys.ts';
import type { ProjectsStore } from '../projects-store.ts';
import type { Suspension } from '../suspension.ts';

interface HitRow {
  /** The mail's id: reported twice, it is one hit. */
  _id: string;
  projectId: string;
  confidence: number;
  at: Date;
  expiresAt: Date;
}

export interface PhishingHitsParts {
  mongo: Connection;
  projects: Pick<ProjectsStore, 'byKey'>;
  suspension: Pick<Suspension, 'disable' | 'hint'>;
  rule: Config['phishing']['rule'];
  /** Whose own mail asks people to follow links and set passwords: no model may end it. Null: there is no platform mail. */
  platform: Config['platform']['mail'];
  clock: () => Date;
}

export interface PhishingHits {
  model: Model<HitRow>;
  /** Whether the mail must not leave: it disabled its project. */
  record(request: RecordPhishingRequest, call: Call): Promise<RecordPhishingResponse>;
  removeProject(projectId: string): Promise<void>;
}

const date = { type: Date, required: true };

export function createPhishingHits({ mongo, projects, suspension, rule, platform, clock }: PhishingHitsParts): PhishingHits {
  const schema = tenantSchema(
    { confidence: { type: Number, required: true }, at: date, expiresAt: date },
    { indexes: [[{ projectId: 1, at: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
  );
  const model = mongo.model<HitRow>('PhishingHit', schema, 'phishing_hits');

  async function add({ emailId, confidence }: RecordPhishingRequest, projectId: string, now: Date): Promise<void> {
    try {
      await model.create({ _id: emailId, projectId, confidence, at: now, expiresAt: new Date(now.getTime() + rule.windowMs) });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async function isEnough(confidence: number, projectId: string, now: Date): Promise<boolean> {
    if (confidence >= rule.confidence) return true;
    const since = new Date(now.getTime() - rule.windowMs);
    return (await model.countDocuments({ projectId, at: { $gt: since } })) >= rule.hits;
  }

  return {
    model,

    async record(request, { projectId }) {
      const own = platform && (await projects.byKey('secret', keyHash(platform.apiKey)));
      if (own?._id === projectId) return { disabled: false };
      const now = clock();
      await add(request, projectId, now);
      if (!(await isEnough(request.confidence, projectId, now))) return { disabled: false };
      await mongo.transaction(async (session) => {
        await suspension.disable(projectId, 'PHISHING_DETECTED', session);
        // Whoever is let go on begins anew.
        await model.deleteMany({ projectId }, { session });
      });
      suspension.hint();
      return { disabled: true };
    },

    removeProject: async (projectId) => void (await model.deleteMany({ projectId })),
  };
}
