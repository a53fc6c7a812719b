/** Segments as documents. Members are kept with the contacts. */
import type { Connection, Model } from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';

export interface SegmentDoc {
  _id: string;
  projectId: string;
  name: string;
  description: string | null;
  type: 'DYNAMIC' | 'STATIC';
  /** The tree as it was sent, as JSON: its values may have any names. Null for STATIC. */
  condition: string | null;
  trackMembership: boolean;
  memberCount: number;
  /** When the count that `memberCount` comes from began: a slower, older one does not replace it. */
  countedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  /** Deleted for everyone; the row goes when its members are forgotten. */
  deletedAt: Date | null;
}

export function segmentModel(mongo: Connection): Model<SegmentDoc> {
  const schema = tenantSchema(
    {
      name: { type: String, required: true },
      description: { type: String, default: null },
      type: { type: String, required: true },
      condition: { type: String, default: null },
      trackMembership: { type: Boolean, required: true },
      memberCount: { type: Number, required: true },
      countedAt: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      updatedAt: { type: Date, required: true },
      deletedAt: { type: Date, default: null },
    },
    { indexes: [[{ projectId: 1, createdAt: -1, _id: -1 }]] },
  );
  return mongo.model<SegmentDoc>('Segment', schema, 'segments');
}
