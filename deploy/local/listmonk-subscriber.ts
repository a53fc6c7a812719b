/** A subscriber as listmonk exports it (`/api/subscribers/export`) → the contact to make of it. */

/** The columns of that file. */
export const COLUMNS = ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'] as const;
export type Subscriber = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A body of `POST /contacts`. */
export interface NewContact {
  email: string;
  /** False: unsubscribed, whatever the contact is now. Absent: as the contact is, subscribed when it is new. */
  subscribed?: false;
  data: Record<string, unknown>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The attributes become the contact's data with their types, the name `name` where no attribute is called so. Who is blocklisted or
 * disabled is unsubscribed; nobody is subscribed who has left since. Throws when the attributes are no JSON object.
 */
export function contactOf({ email, name, attributes, status }: Subscriber): NewContact {
  const given: unknown = attributes === '' ? {} : JSON.parse(attributes);
  if (!isObject(given)) throw new Error('the attributes are no JSON object');
  const data = name === '' ? given : { name, ...given };
  return { email, ...(status !== 'enabled' && { subscribed: false }), data };
}
