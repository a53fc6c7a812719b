/** Templates as they are stored. */
import type { Connection, Model } from 'mongoose';
import type { TemplateFields } from './domain/template.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { COLLATION } from '#kit/store/sorted-page.ts';

export interface TemplateDoc extends TemplateFields {
  _id: string;
  projectId: string;
  createdAt: Date;
  updatedAt: Date;
}

const text = { type: String, required: true } as const;
const optional = { type: String, default: null } as const;

const schema = tenantSchema(
  {
    name: text,
    description: optional,
    subject: text,
    body: text,
    from: text,
    fromName: optional,
    replyTo: optional,
    type: text,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  {
    indexes: [
      [{ projectId: 1, createdAt: -1, _id: -1 }],
      [{ projectId: 1, updatedAt: -1, _id: -1 }],
      [{ projectId: 1, name: 1, _id: -1 }, { collation: COLLATION }],
    ],
  },
);

export const templateModel = (mongo: Connection): Model<TemplateDoc> => mongo.model<TemplateDoc>('Template', schema, 'templates');
