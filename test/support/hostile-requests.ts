/** Requests as somebody who means harm would make them: bodies, headers and templates, generated and the same for the same seed. */
import fc from 'fast-check';

export interface HostileRequest {
  method: string;
  path: string;
  body?: string;
  headers: Record<string, string>;
}

const repeated = (unit: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> =>
  fc.tuple(unit, fc.integer({ min: 1, max: most })).map(([text, length]) => text.repeat(Math.ceil(length / Math.max(1, text.length))));

const NASTY = [
  '{{',
  '}}',
  '{%',
  '%}',
  '[[',
  ']]',
  '{{ a[',
  '{{ x | ',
  '{% for a in (1..9999) %}',
  '<!---->',
  '<blockquote>',
  '<div>',
  ' ',
  '\t',
  '"',
  '\\',
  '\u0000',
  '\ud800',
  'a@b.',
  '%00',
  '=',
  '\r',
];
const text = fc.oneof(fc.constantFrom(...NASTY), fc.string(), repeated(fc.constantFrom(...NASTY), 20_000));

/** JSON texts, most of them broken or badly shaped. */
const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '[{"a":['), fc.integer({ min: 1, max: 30_000 }), fc.boolean())
  .map(
    ([open, depth, closes]) =>
      open.repeat(depth) + (closes ? open.replace(/[^[{]/g, '').replaceAll('[', ']').replaceAll('{', '}').repeat(depth) : ''),
  );
const wide = repeated(fc.constantFrom('[],', '0,', '{},', '"",', 'null,'), 200_000).map((items) => `{"to":[${items}0],"a":[${items}0]}`);
const shaped = fc
  .record(
    {
      to: fc.oneof(text, fc.array(text, { maxLength: 20 })),
      from: text,
      subject: text,
      body: text,
      name: text,
      event: text,
      email: text,
      template: text,
      search: text,
    },
    { requiredKeys: [] },
  )
  .map((body) => JSON.stringify(body));
const template = fc.record({ name: text, subject: text, body: text }).map((body) => JSON.stringify({ ...body, from: 'a@example.org' }));
const body = fc.oneof(nested, wide, shaped, template, text, fc.json());

const PATHS = [
  '/v1/send',
  '/v1/track',
  '/contacts',
  '/contacts/lookup',
  '/contacts/bulk-subscribe',
  '/templates',
  '/campaigns',
  '/segments',
  '/segments/preview',
  '/events/track',
  '/auth/login',
  '/webhooks/delivery',
  '/domains',
  '/unknown',
];
const path = fc.oneof(
  fc.constantFrom(...PATHS),
  fc
    .tuple(fc.constantFrom(...PATHS), text)
    .map(([at, query]) => `${at}?search=${encodeURIComponent(query.toWellFormed()).slice(0, 4_000)}`),
);
/** What a header may hold on the wire. */
const headerText = text.map((value) =>
  value
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 8_000)
    .trim(),
);
const authorization = fc.oneof(
  headerText.map((value) => `Bearer x${value}`),
  headerText,
  repeated(fc.constant(' '), 8_000).map((blanks) => `Bearer x${blanks}y`),
);

const request: fc.Arbitrary<HostileRequest> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PATCH', 'PUT', 'DELETE', 'PROPFIND'),
  path,
  body: fc.option(body, { nil: undefined, freq: 8 }),
  headers: fc.record(
    {
      authorization,
      'idempotency-key': headerText,
      'content-type': fc.oneof(fc.constant('application/json'), headerText),
      cookie: headerText,
      origin: headerText,
    },
    { requiredKeys: [] },
  ),
});

/** @param key a valid secret key: two of three requests come with it, and reach what is behind it. */
export function hostileRequests(count: number, seed: number, key: string): HostileRequest[] {
  return fc.sample(request, { numRuns: count, seed }).map((one, index) => {
    const { method, headers } = one;
    const own = index % 3 === 0 ? headers : { ...headers, authorization: `Bearer ${key}` };
    return method === 'GET' ? { ...one, body: undefined, headers: own } : { ...one, headers: own };
  });
}
