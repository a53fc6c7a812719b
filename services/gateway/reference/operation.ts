/** What the reference says about an operation beside its line in the table of routes. */
import type { Fault } from '#kit/errors.ts';

export interface OperationText {
  /** operationId: what a client generated from the document calls it. Never changes once released. */
  id: string;
  /** For somebody who reads it for the first time: what it does, and what follows from it. */
  description: string;
  /** What the answer holds. */
  returns: string;
  /** Refusals of its own; those that follow from authentication, body and path are added to them. */
  refuses?: readonly Fault[];
}

/** Operations by their line in the table: `POST /v1/send`. */
export type Operations = Readonly<Record<string, OperationText>>;
