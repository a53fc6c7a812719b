/** Workflows' collections: definitions, the graphs executions run on, executions, and what became of events and mails. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { COLLATION } from '#kit/store/sorted-page.ts';
import type { Index } from '#kit/store/schema.ts';
import type { Status, StepRun } from './domain/advance.ts';
import type { WorkflowFields } from './domain/workflow.ts';

const { Mixed } = mongoose.Schema.Types;

/** Free-form values are kept as JSON text: they may hold any name, and no query looks into them. */
type Json = string;

export interface WorkflowDoc extends Omit<WorkflowFields, 'triggerConfig'> {
  _id: string;
  projectId: string;
  triggerConfig: Json | null;
  /** The event that starts it; null when none does. */
  eventName: string | null;
  /** Steps and transitions. */
  graph: Json;
  stepCount: number;
  /** Counts its changes: a writer that saw another one writes nothing. */
  revision: number;
  triggersSince?: Date;
  /** Executions begun until then are being cancelled. */
  cancelUntil?: Date;
  /** Its executions are being removed. */
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A workflow as it was at a revision on which an execution began. Never changed. */
export interface SnapshotDoc {
  /** `<workflowId>:<revision>` */
  _id: string;
  projectId: string;
  workflowId: string;
  snapshot: Json;
}

export type StoredRun = Omit<StepRun, 'output'> & { output: Json | null };

/** An event that came for an execution under way that may wait for it. */
export interface StoredEvent {
  id: string;
  name: string;
  data: Json | null;
  at: Date;
}

export interface ExecutionDoc {
  _id: string;
  projectId: string;
  workflowId: string;
  /** Of the workflow, when it began: names its snapshot. */
  revision: number;
  contactId: string;
  status: Status;
  /** Present while RUNNING or WAITING. */
  active?: true;
  /** `once` where a contact may come in only once, else the execution's own id. */
  entry: string;
  currentStepId: string | null;
  exitReason: string | null;
  context: Json;
  /** The triggering event's data; null: the context. */
  event: Json | null;
  runs: StoredRun[];
  /** Changes of its steps: a process that saw another number has been overtaken. */
  turn: number;
  /** What the current step writes, fixed before it is written for the first time. */
  prepared?: Json;
  /** Names of events that its graph waits for, while it is active. */
  awaits?: string[];
  /** The one it waits for now. */
  waitsFor?: string;
  arrived?: StoredEvent[];
  /** When Temporal is to be asked to start it or to look at it. Absent: nothing to ask. */
  dueAt?: Date;
  /** When Temporal is to be signalled that it went on without it, named as in the first release. Absent: Temporal knows. */
  tellAt?: Date;
  /** Names the round that took it last, or the write that ended it. */
  claim?: string;
  /** waiting: to be started; started: and not yet at its first step. */
  launch?: 'waiting' | 'started';
  /** What it counts as in the kept numbers; absent: nothing yet (domain/counting.ts). */
  counted?: string[];
  /** When it last changed, unless the numbers know. */
  uncounted?: Date;
  startedAt: Date;
  completedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  outbox?: PendingFact[];
}

/** A fact that was acted on. */
export interface HandledDoc {
  _id: string;
  projectId: string;
  at: Date;
}

/** A mail of a SEND_EMAIL step, and the first time of what became of it. */
export interface MailDoc {
  /** The mail's id in the ledger. */
  _id: string;
  projectId: string;
  workflowId: string;
  stepId: string;
  sent: boolean;
  opened: boolean;
  clicked: boolean;
  /** As of executions. */
  counted?: string[];
  uncounted?: Date;
}

/** One number of a workflow (domain/counting.ts). */
export interface CountDoc {
  /** `<workflowId>:<key>` */
  _id: string;
  projectId: string;
  workflowId: string;
  key: string;
  count: number;
}

const text = { type: String, required: true } as const;
const optional = { type: String, default: null } as const;
const date = { type: Date, required: true } as const;
const present = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });
/** Facts come again for a week at most. */
const HANDLED_KEPT_S = 14 * 86_400;

const workflows = tenantSchema(
  {
    name: text,
    description: optional,
    enabled: { type: Boolean, required: true },
    triggerType: text,
    triggerConfig: optional,
    eventName: optional,
    allowReentry: { type: Boolean, required: true },
    graph: text,
    stepCount: { type: Number, required: true },
    revision: { type: Number, required: true },
    triggersSince: Date,
    cancelUntil: Date,
    deletedAt: { type: Date, default: null },
    createdAt: date,
    updatedAt: date,
  },
  {
    indexes: [
      [{ projectId: 1, createdAt: -1, _id: -1 }],
      [{ projectId: 1, name: 1, _id: -1 }, { collation: COLLATION }],
      [{ cancelUntil: 1 }, present('cancelUntil')],
      [{ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $type: 'date' } } }],
    ],
  },
);

const counting = { counted: { type: [String], default: undefined }, uncounted: Date } as const;
/** What is not counted yet: by age, and of a workflow. */
const UNCOUNTED = [
  [{ uncounted: 1 }, present('uncounted')],
  [{ projectId: 1, workflowId: 1, uncounted: 1 }, present('uncounted')],
] as const satisfies readonly Index[];

const snapshots = tenantSchema({ workflowId: text, snapshot: text }, { indexes: [[{ projectId: 1, workflowId: 1 }]] });

const executions = tenantSchema(
  {
    workflowId: text,
    revision: { type: Number, required: true },
    contactId: text,
    status: text,
    active: Boolean,
    entry: text,
    currentStepId: optional,
    exitReason: optional,
    context: text,
    event: optional,
    runs: { type: [Mixed], default: [] },
    turn: { type: Number, required: true },
    prepared: String,
    awaits: { type: [String], default: undefined },
    waitsFor: String,
    arrived: { type: [Mixed], default: undefined },
    dueAt: Date,
    tellAt: Date,
    claim: String,
    launch: String,
    ...counting,
    startedAt: date,
    completedAt: { type: Date, default: null },
    createdAt: date,
    updatedAt: date,
  },
  {
    outbox: true,
    shardKey: { projectId: 1, workflowId: 1, contactId: 1 },
    // They began with the workflow, until November 2026.
    formerIndexes: ['entry', 'active'],
    indexes: [
      [{ projectId: 1, workflowId: 1, createdAt: -1, _id: -1 }],
      [{ projectId: 1, workflowId: 1, status: 1, createdAt: -1, _id: -1 }],
      // The rule of re-entry: one entry of a contact for good, or one active execution at a time (contract 3.4).
      [
        { projectId: 1, workflowId: 1, contactId: 1, entry: 1 },
        { unique: true, name: 'one_entry' },
      ],
      [
        { projectId: 1, workflowId: 1, contactId: 1 },
        { unique: true, name: 'one_active', partialFilterExpression: { active: true } },
      ],
      // A contact's executions under way, and which of them may wait for an event.
      [
        { projectId: 1, contactId: 1, awaits: 1 },
        { name: 'underway', partialFilterExpression: { active: true } },
      ],
      // What Temporal is to be asked: which projects have something, and what.
      [{ dueAt: 1, projectId: 1 }, present('dueAt')],
      [{ projectId: 1, dueAt: 1 }, present('dueAt')],
      [{ launch: 1 }, present('launch')],
      [{ tellAt: 1 }, present('tellAt')],
      ...UNCOUNTED,
    ],
  },
);

const handled = tenantSchema({ at: date }, { indexes: [[{ at: 1 }, { expireAfterSeconds: HANDLED_KEPT_S }]], shardKey: { _id: 1 } });

const flag = { type: Boolean, default: false } as const;
const mails = tenantSchema(
  { workflowId: text, stepId: text, sent: flag, opened: flag, clicked: flag, ...counting },
  { indexes: [[{ projectId: 1, workflowId: 1 }], ...UNCOUNTED], shardKey: { projectId: 1, _id: 1 } },
);

const counts = tenantSchema(
  { workflowId: text, key: text, count: { type: Number, required: true } },
  { indexes: [[{ projectId: 1, workflowId: 1 }], [{ key: 1 }]] },
);

export interface WorkflowsModels {
  workflows: Model<WorkflowDoc>;
  snapshots: Model<SnapshotDoc>;
  executions: Model<ExecutionDoc>;
  handled: Model<HandledDoc>;
  mails: Model<MailDoc>;
  counts: Model<CountDoc>;
}

export function workflowsModels(mongo: Connection): WorkflowsModels {
  return {
    workflows: mongo.model<WorkflowDoc>('Workflow', workflows, 'workflows'),
    snapshots: mongo.model<SnapshotDoc>('Snapshot', snapshots, 'snapshots'),
    executions: mongo.model<ExecutionDoc>('Execution', executions, 'executions'),
    handled: mongo.model<HandledDoc>('Handled', handled, 'handled'),
    mails: mongo.model<MailDoc>('Mail', mails, 'mails'),
    counts: mongo.model<CountDoc>('Count', counts, 'counts'),
  };
}
