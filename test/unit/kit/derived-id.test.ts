import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { derivedId } from '#kit/derived-id.ts';

const test = suite('derivedId');

test('the same text gives the same uuid, v4 in form; another text another', () => {
  assert.is(derivedId('op:0'), derivedId('op:0'));
  assert.is.not(derivedId('op:0'), derivedId('op:1'));
  assert.match(derivedId('op:0'), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.run();
