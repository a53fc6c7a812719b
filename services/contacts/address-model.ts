/** The address book's blocks (address-book.ts). */
import type { Connection, Model } from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';

export interface AddressBlock {
  /** Follows from project and number. */
  _id: string;
  projectId: string;
  no: number;
  /** A line break, then each address with a line break behind it. */
  text: string;
}

export type AddressModel = Model<AddressBlock>;

const schema = tenantSchema({ no: { type: Number, required: true }, text: { type: String, required: true } }, { indexes: [[{ projectId: 1 }]] });

export function addressModel(mongo: Connection): AddressModel {
  return mongo.model<AddressBlock>('AddressBlock', schema, 'addresses');
}
