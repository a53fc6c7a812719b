import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOGUE, fault, invalid, shortFault } from '#kit/errors.ts';
import type { FaultName } from '#kit/errors.ts';
import { errorReply } from '#services/gateway/domain/envelope.ts';

interface Envelope {
  success: false;
  error: { code: string; message: string; statusCode: number; requestId: string; errors?: unknown; details?: unknown; suggestion?: string };
  timestamp: string;
}

const NOW = new Date('2026-01-31T09:30:00.000Z');
const reply = (error: unknown) => {
  const { status, headers, body } = errorReply(error, 'r-1', NOW);
  return { status, headers, body: JSON.parse(JSON.stringify(body)) as Envelope };
};

const envelope = suite('envelope');

for (const name of Object.keys(CATALOGUE) as FaultName[]) {
  envelope(`${name} is answered as the catalogue says`, () => {
    const { code, status, message, suggestion } = CATALOGUE[name];
    const { status: answered, body } = reply(fault(name));
    assert.is(answered, status);
    assert.equal(body, {
      success: false,
      error: { code, message, statusCode: status, requestId: 'r-1', ...(suggestion ? { suggestion } : {}) },
      timestamp: NOW.toISOString(),
    });
  });
}

envelope('keeps message, details, status and field errors of the fault', () => {
  const errors = [{ field: 'a', message: 'm', code: 'custom' }];
  assert.equal(reply(invalid(errors, 'Other words')).body.error, {
    code: 'VALIDATION_ERROR',
    message: 'Other words',
    statusCode: 422,
    requestId: 'r-1',
    errors,
    suggestion: CATALOGUE.VALIDATION_ERROR.suggestion,
  });
  const { status, body } = reply(fault('SENDER_REFUSED', { status: 400, message: 'Malformed', details: { a: 1 } }));
  assert.equal([status, body.error.statusCode, body.error.code, body.error.details], [400, 400, 'INTERNAL_SERVER_ERROR', { a: 1 }]);
});

envelope('the short form is the text alone', () => {
  assert.equal(reply(shortFault('Email is required')), { status: 400, headers: {}, body: { error: 'Email is required' } as never });
  assert.is(reply(shortFault('No storage', 503)).status, 503);
});

envelope('Retry-After comes with every 429 that knows it, at least 1', () => {
  for (const [retryAfter, answered] of [
    [30, '30'],
    [0.2, '1'],
    [0, '1'],
  ] as const) {
    assert.is(reply(fault('RATE_LIMIT_EXCEEDED', { details: { retryAfter } })).headers['Retry-After'], answered);
  }
  assert.equal(reply(fault('RATE_LIMIT_EXCEEDED')).headers, {});
});

const FOREIGN: [unknown, number, string][] = [
  [new Error('password of the database'), 500, 'INTERNAL_SERVER_ERROR'],
  [Object.assign(new Error('secret'), { statusCode: 500, code: 'FST_ERR_X' }), 500, 'INTERNAL_SERVER_ERROR'],
  ['text', 500, 'INTERNAL_SERVER_ERROR'],
  [undefined, 500, 'INTERNAL_SERVER_ERROR'],
  [Object.assign(new Error('secret'), { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 413, 'INVALID_REQUEST_BODY'],
  [Object.assign(new Error('secret'), { statusCode: 400, code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }), 400, 'INVALID_REQUEST_BODY'],
  [Object.assign(new Error('secret'), { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), 400, 'INVALID_REQUEST_BODY'],
  [Object.assign(new Error('secret'), { statusCode: 400, code: 'FST_ERR_BAD_URL' }), 400, 'BAD_REQUEST'],
];

for (const [error, status, code] of FOREIGN) {
  envelope(`${(error as { code?: string })?.code ?? String(error)} tells nothing of the inside`, () => {
    const { status: answered, body } = reply(error);
    assert.equal([answered, body.error.code], [status, code]);
    assert.not.match(JSON.stringify(body), /secret|password/);
  });
}

envelope.run();
