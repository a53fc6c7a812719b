/** What the contract says about answers, as assertions. Each names the answer it got. */
import * as assert from 'uvu/assert';
import type { Answer } from '#test/client.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function seen(answer: Answer): string {
  return `got ${answer.status} ${answer.text.slice(0, 500)}`;
}

/** The answer has this status; its body comes back. */
export function is(answer: Answer, status: number): any {
  assert.is(answer.status, status, seen(answer));
  return answer.body;
}

/** An envelope (contract 7.1) with this code, whose message starts with `head`; its `error` comes back. */
export function envelope(answer: Answer, status: number, code: string, head = ''): any {
  const { success, error, timestamp } = is(answer, status) ?? {};
  assert.is(success, false, seen(answer));
  assert.is(error?.code, code, seen(answer));
  assert.is(error.statusCode, status, seen(answer));
  assert.ok(error.message?.startsWith(head), seen(answer));
  assert.is(error.requestId, answer.headers.get('x-request-id'));
  assert.match(error.requestId, UUID);
  assert.match(timestamp, TIMESTAMP);
  return error;
}

/** The short form `{ error: text }` (contract 7 "Short form"). */
export function short(answer: Answer, status: number, text?: string): void {
  assert.equal(Object.keys(is(answer, status) ?? {}), ['error'], seen(answer));
  assert.type(answer.body.error, 'string', seen(answer));
  if (text !== undefined) assert.is(answer.body.error, text);
}

/** A 422 that names the field with this code; the entry comes back. */
export function refused(answer: Answer, field: string, code: string): any {
  const error = envelope(answer, 422, 'VALIDATION_ERROR');
  const entry = error.errors?.find((one: any) => one.field === field);
  assert.is(entry?.code, code, seen(answer));
  assert.type(entry.message, 'string');
  assert.is('received' in entry, ['invalid_type', 'reserved_event'].includes(code), seen(answer));
  assert.type(error.suggestion, 'string');
  return entry;
}

/** The object has exactly these keys. */
export function keys(object: object, ...names: string[]): void {
  assert.equal(Object.keys(object).sort(), names.sort());
}
