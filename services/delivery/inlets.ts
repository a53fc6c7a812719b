/** Wiring of what comes in about mail: requests of the gateway, and the built-in receiver. */
import type { Config } from '#kit/config/config.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ArrivalsParts } from './arrivals.ts';
import { arrivals } from './arrivals.ts';
import type { BounceAddresses } from './bounce-address.ts';
import { mailReader } from './mail-reader.ts';
import type { DeliveryModels } from './model.ts';
import { notices } from './notices.ts';
import type { NoticesParts } from './notices.ts';
import { receiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { reporting } from './reporting.ts';
import type { Reporting } from './reporting.ts';

export interface InletsParts extends ArrivalsParts, Pick<NoticesParts, 'model' | 'moved' | 'hint'> {
  models: Pick<DeliveryModels, 'notices'>;
  bounces: BounceAddresses;
  /** Null: the receiver is off. */
  listen: Config['notices']['receiver'];
  /** What the receiver greets as. */
  name: string;
  messageMaxBytes: number;
  log: Log;
}

export interface Inlets {
  reporting: Reporting;
  receiver: Receiver | null;
}

export function inlets({ models, bounces, listen, name, messageMaxBytes, log, model, moved, hint, ...parts }: InletsParts): Inlets {
  const noticing = notices({ ...parts, model, moved, hint, keys: models.notices, arrivals: arrivals(parts) });
  const readMail = mailReader(bounces);
  return {
    reporting: reporting({ notices: noticing, readMail }),
    receiver: listen && receiver({ ...listen, name, messageMaxBytes, bounces, domains: parts.domains, readMail, notices: noticing, clock: parts.clock, log }),
  };
}
