/** Contract 2.1, 3.2, 4.4 as a pure model: what a project's contacts, fields and subscription facts are after any sequence of writes. */
export type Data = Record<string, unknown>;

export interface Held {
  email: string;
  subscribed: boolean;
  data: Map<string, unknown>;
  /** Facts published so far, oldest first: true for contact.subscribed. */
  flips: boolean[];
}

export type Operation = 'subscribe' | 'unsubscribe' | 'delete';
type Counts = [success: number, unchanged: number, failure: number];

const RESERVED = new Set(['id', 'posthorn_id', 'posthorn_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl']);
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{3})?Z)?$/;

/** A day such as 30 February is read as another one. */
const isReal = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text.slice(0, 10));

/** The kind that a first value fixes. */
export function kindOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value;
  return typeof value === 'string' && DATE.test(value) && isReal(value) ? 'date' : 'string';
}

export class Model {
  readonly contacts = new Map<string, Held>();
  readonly types = new Map<string, string>();

  #patch(held: Held, sent: Data): void {
    for (const [key, wrapped] of Object.entries(sent)) {
      if (RESERVED.has(key)) continue;
      const wrapper =
        typeof wrapped === 'object' && wrapped !== null && 'value' in wrapped && 'persistent' in wrapped ? wrapped : undefined;
      const value = wrapper ? wrapper.value : wrapped;
      if (value === '' || wrapper?.persistent === false) continue;
      if (value === null) held.data.delete(key);
      else {
        held.data.set(key, value);
        if (!this.types.has(key)) this.types.set(key, kindOf(value));
      }
    }
  }

  #subscribe(held: Held, subscribed: boolean | undefined): void {
    if (subscribed === undefined || held.subscribed === subscribed) return;
    held.subscribed = subscribed;
    held.flips.push(subscribed);
  }

  /** Answers whether the contact is new. */
  upsert(email: string, data: Data, subscribed?: boolean): boolean {
    const known = this.contacts.get(email);
    const held = known ?? { email, subscribed: subscribed ?? true, data: new Map<string, unknown>(), flips: [] };
    this.contacts.set(email, held);
    this.#patch(held, data);
    this.#subscribe(held, subscribed);
    return !known;
  }

  /** Answers whether the address was free. */
  patch(email: string, data: Data | null | undefined, subscribed?: boolean, to = email): boolean {
    const held = this.contacts.get(email)!;
    if (to !== email && this.contacts.has(to)) return false;
    this.contacts.delete(email);
    this.contacts.set(to, Object.assign(held, { email: to }));
    if (data === null) held.data.clear();
    else this.#patch(held, data ?? {});
    this.#subscribe(held, subscribed);
    return true;
  }

  remove(email: string): void {
    this.contacts.delete(email);
  }

  bulk(operation: Operation, emails: readonly string[]): Counts {
    const there = [...new Set(emails)].flatMap((email) => this.contacts.get(email) ?? []);
    const wanted = operation === 'subscribe';
    const changing = operation === 'delete' ? there : there.filter(({ subscribed }) => subscribed !== wanted);
    for (const held of changing) {
      if (operation === 'delete') this.remove(held.email);
      else this.#subscribe(held, wanted);
    }
    return [changing.length, there.length - changing.length, new Set(emails).size - there.length];
  }

  /** Answers how many contacts had the field. */
  drop(key: string): number {
    this.types.delete(key);
    return [...this.contacts.values()].filter(({ data }) => data.delete(key)).length;
  }

  /** The custom part of the field listing. */
  fields(): [field: string, type: string, coverage: number][] {
    const all = [...this.contacts.values()];
    return [...this.types].map(([key, type]) => [
      `data.${key}`,
      type,
      all.length > 0 ? Math.round((all.filter(({ data }) => data.has(key)).length / all.length) * 10_000) / 10_000 : 0,
    ]);
  }

  /** Distinct values of a field, as a set of JSON texts. */
  values(key: string): Set<string> {
    return new Set([...this.contacts.values()].flatMap(({ data }) => (data.has(key) ? [JSON.stringify(data.get(key))] : [])));
  }
}
