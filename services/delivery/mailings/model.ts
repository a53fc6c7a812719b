/** Mailings as they are stored: one send of a campaign, its letter frozen, its audience on the way into the ledger. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { MailClass } from '../domain/email.ts';
import type { MailingState, Tally } from '../domain/mailing.ts';

export interface Letter {
  subject: string;
  body: string;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  type: MailClass;
  templateId: string | null;
}

/** What was counted, and when. */
export interface Count {
  tally: Tally;
  /** Mails a second that left just before. */
  rateNow: number;
  at: Date;
  /** How long counting took. */
  tookMs: number;
}

export interface MailingRow {
  /** The campaign's id: a campaign has one mailing at most. */
  _id: string;
  projectId: string;
  /** Null while it is only steered and not opened yet. */
  run: string | null;
  letter: Letter;
  /** JSON of the filter; null: every contact. */
  filter: string | null;
  state: MailingState;
  /** Mails a second; null: as fast as the provider takes them. */
  rate: number | null;
  /** Pages that are frozen. */
  pages: number;
  /** Where freezing goes on; null before the first page. */
  cursor: string | null;
  /** The whole audience is in the ledger. */
  frozen: boolean;
  count: Count | null;
  createdAt: Date;
}

const { Mixed } = mongoose.Schema.Types;

const schema = tenantSchema(
  { run: String, letter: Mixed, filter: String, state: String, rate: Number, pages: Number, cursor: String, frozen: Boolean, count: Mixed, createdAt: Date },
  { indexes: [[{ projectId: 1 }]] },
);

export const mailingModel = (mongo: Connection): Model<MailingRow> => mongo.model<MailingRow>('Mailing', schema, 'mailings');
