/** The states of a campaign and what each action does to them, as contract 3.1, 4.6 have it: a model without clock, mail or storage. */
export type Status = 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'CANCELLED';

export const ACTIONS = [
  'put',
  'delete',
  'send',
  'send slowly',
  'schedule',
  'cancel',
  'pause',
  'resume',
  'rate',
  'test',
  'duplicate',
  'stats',
  'resume-unknown',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface Model {
  status: Status;
  paused: boolean;
  /** A mail has left: known by what is seen of the real one, for nobody can know it beforehand. */
  out: boolean;
  deleted: boolean;
}

export const FRESH: Model = { status: 'DRAFT', paused: false, out: false, deleted: false };

export interface Expected {
  /** Of the answer. */
  status: number;
  after: Model;
}

const UNSENT: readonly Status[] = ['DRAFT', 'SCHEDULED'];

/** `send slowly` keeps a campaign SENDING and paused; `send` and `resume` let it come to its end. */
export function expected(model: Model, action: Action): Expected {
  const { status, out } = model;
  const become = (to: Partial<Model>, code = 200): Expected => ({ status: code, after: { ...model, ...to } });
  const refuse = (code: number): Expected => ({ status: code, after: model });
  const onlyIf = (allowed: boolean, to: Partial<Model> = {}): Expected => (allowed ? become(to) : refuse(400));
  if (model.deleted) return refuse(404);
  switch (action) {
    case 'put':
      return onlyIf(UNSENT.includes(status));
    case 'send':
      return onlyIf(UNSENT.includes(status), { status: 'SENT', out: true });
    case 'send slowly':
      return onlyIf(UNSENT.includes(status), { status: 'SENDING', paused: true });
    case 'schedule':
      return onlyIf(UNSENT.includes(status), { status: 'SCHEDULED' });
    case 'cancel':
      if (status === 'SCHEDULED') return become({ status: 'DRAFT' });
      if (status === 'SENDING') return become({ status: out ? 'CANCELLED' : 'DRAFT', paused: false });
      return onlyIf(status === 'CANCELLED');
    case 'pause':
      return onlyIf(status === 'SENDING', { paused: true });
    case 'resume':
      return onlyIf(status === 'SENDING', { status: 'SENT', paused: false, out: true });
    case 'rate':
      return onlyIf(status === 'SENDING' || UNSENT.includes(status));
    case 'resume-unknown':
      return onlyIf(status === 'SENDING' || status === 'SENT');
    case 'delete':
      return status === 'SCHEDULED' || status === 'SENDING' ? refuse(409) : become({ deleted: true });
    case 'duplicate':
      return become({}, 201);
    case 'test':
    case 'stats':
      return become({});
  }
}
