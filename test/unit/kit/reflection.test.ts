/** What reflection answers, byte by byte; the whole conversation with a real client is in test/integration/python.test.ts. */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answer } from '#kit/contract/reflection.ts';

const test = suite('gRPC reflection');
const LEN = WireType.LengthDelimited;
const text = (field: number, value: string): Uint8Array => new BinaryWriter().tag(field, LEN).string(value).finish();
const extension = (number: number): Uint8Array =>
  new BinaryWriter()
    .tag(5, LEN)
    .fork()
    .tag(1, LEN)
    .string('google.protobuf.MethodOptions')
    .tag(2, WireType.Varint)
    .int32(number)
    .join()
    .finish();
const asked = (request: Uint8Array, offered: string[] = []): string => answer(request, offered).toString('latin1');
/** ErrorResponse { error_code = 1 } behind ORIGINAL_REQUEST, by its field 7. */
const refusal = (reply: string): number => reply.charCodeAt(reply.indexOf('\x3a', 2) + 3);

test('the question comes back first', () => {
  const question = text(7, '');
  assert.equal([...answer(question, [])].slice(0, 2 + question.length), [0x12, question.length, ...question]);
});

test('only services of this process are listed', () =>
  assert.ok(asked(text(7, ''), ['a.v1.One', 'b.v1.Two']).endsWith('\n\x08a.v1.One\n\x0a\n\x08b.v1.Two')));

test('a file comes with what it imports; a method and an extension are found as well', () => {
  const options = asked(text(3, 'posthorn/options.proto'));
  for (const name of ['posthorn/options.proto', 'google/protobuf/descriptor.proto']) assert.ok(options.includes(name), name);
  assert.ok(asked(text(4, 'posthorn.contacts.v1.ContactsService.Get')).includes('posthorn/contacts/v1/contacts.proto'));
  assert.ok(asked(extension(50_001)).includes('posthorn/options.proto'));
  assert.ok(asked(text(6, 'google.protobuf.MethodOptions')).endsWith('\x10\xd1\x86\x03\x10\xd2\x86\x03'));
});

test('what is not known is NOT_FOUND, what is no question INVALID_ARGUMENT', () => {
  for (const question of [
    text(3, 'x.proto'),
    text(4, 'posthorn.contacts.v1.ContactsService.Nothing'),
    text(4, 'x'),
    extension(1),
    text(6, 'x'),
  ])
    assert.is(refusal(asked(question)), 5, String(question));
  assert.is(refusal(asked(new Uint8Array())), 3);
});

test.run();
