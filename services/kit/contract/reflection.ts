/**
 * gRPC server reflection (grpc.io/docs/guides/reflection): answers which services a process offers and what their messages look like.
 * v1 and v1alpha differ by their name only, so one codec serves both.
 */
import { createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { DescFile, FileRegistry } from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { status } from '@grpc/grpc-js';
import type { ServerDuplexStream, ServiceDefinition } from '@grpc/grpc-js';
import { on } from 'node:events';
import { readFileSync } from 'node:fs';

/** Every proto, made by proto/generate.ts. */
const DESCRIPTORS = new URL('../../../proto/gen/descriptors.binpb', import.meta.url);

/** Field numbers of ServerReflectionRequest's and ServerReflectionResponse's oneofs. */
const ASKED = { file: 3, symbol: 4, extension: 5, extensionsOf: 6, services: 7 } as const;
const ORIGINAL = 2;
const RESPONSE = { files: 4, extensions: 5, services: 6, error: 7 } as const;

const same = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

/** Of both versions; requests and answers stay bytes. */
export const REFLECTION: ServiceDefinition[] = ['v1', 'v1alpha'].map((version) => ({
  ServerReflectionInfo: {
    path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    requestStream: true,
    responseStream: true,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
}));

let read: FileRegistry | undefined;
// Read when somebody asks for the first time: most processes are never asked.
const registry = (): FileRegistry => (read ??= createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(DESCRIPTORS))));

/** A type, a service or one of its methods → the file that has it. */
function fileOf(symbol: string): DescFile | undefined {
  const whole = registry().get(symbol);
  if (whole) return whole.file;
  const dot = symbol.lastIndexOf('.');
  const service = registry().getService(symbol.slice(0, dot));
  return service?.methods.some(({ name }) => name === symbol.slice(dot + 1)) ? service.file : undefined;
}

function extensionOf(type: string, number: number): DescFile | undefined {
  const message = registry().getMessage(type);
  return message && registry().getExtensionFor(message, number)?.file;
}

function extensionsOf(type: string): number[] {
  return [...registry()].flatMap((one) => (one.kind === 'extension' && one.extendee.typeName === type ? [one.number] : []));
}

/** With all that it imports, once each: a tool need not ask again. */
function withImports(file: DescFile, found = new Set<DescFile>()): Set<DescFile> {
  if (found.has(file)) return found;
  found.add(file);
  file.dependencies.forEach((dependency) => withImports(dependency, found));
  return found;
}

/** Field number → its last value: texts and messages as bytes. */
function fields(bytes: Uint8Array): Map<number, Uint8Array | number> {
  const reader = new BinaryReader(bytes);
  const found = new Map<number, Uint8Array | number>();
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type === WireType.LengthDelimited) found.set(field, reader.bytes());
    else if (type === WireType.Varint) found.set(field, reader.int32());
    else reader.skip(type, field);
  }
  return found;
}

/** One question → its answer, both as bytes. @param offered full names of the services of this process. */
export function answer(bytes: Uint8Array, offered: readonly string[]): Buffer {
  const asked = fields(bytes);
  const text = (field: number, from = asked): string => Buffer.from((from.get(field) as Uint8Array | undefined) ?? []).toString();
  const reply = new BinaryWriter().tag(ORIGINAL, WireType.LengthDelimited).bytes(bytes);
  const respond = (field: number, write: (writer: BinaryWriter) => unknown): Buffer => {
    write(reply.tag(field, WireType.LengthDelimited).fork());
    return Buffer.from(reply.join().finish());
  };
  const refuse = (code: number, message: string): Buffer =>
    respond(RESPONSE.error, (error) => error.tag(1, WireType.Varint).int32(code).tag(2, WireType.LengthDelimited).string(message));
  const describe = (file: DescFile | undefined): Buffer =>
    file
      ? respond(RESPONSE.files, (files) =>
          withImports(file).forEach(({ proto }) =>
            files.tag(1, WireType.LengthDelimited).bytes(toBinary(FileDescriptorProtoSchema, proto)),
          ),
        )
      : refuse(status.NOT_FOUND, 'No such file, symbol or extension');

  if (asked.has(ASKED.file)) return describe(registry().getFile(text(ASKED.file)));
  if (asked.has(ASKED.symbol)) return describe(fileOf(text(ASKED.symbol)));
  if (asked.has(ASKED.extension)) {
    const extension = fields(asked.get(ASKED.extension) as Uint8Array);
    return describe(extensionOf(text(1, extension), Number(extension.get(2))));
  }
  if (asked.has(ASKED.extensionsOf)) {
    const type = text(ASKED.extensionsOf);
    if (!registry().getMessage(type)) return refuse(status.NOT_FOUND, 'No such message');
    return respond(RESPONSE.extensions, (list) =>
      extensionsOf(type).reduce(
        (to, number) => to.tag(2, WireType.Varint).int32(number),
        list.tag(1, WireType.LengthDelimited).string(type),
      ),
    );
  }
  if (asked.has(ASKED.services))
    return respond(RESPONSE.services, (list) =>
      offered.forEach((name) => list.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(name).join()),
    );
  return refuse(status.INVALID_ARGUMENT, 'Nothing that is known was asked');
}

/** Questions of one caller → answers, until it has no more or `closing` says that this process stops. */
export async function* answers(
  call: ServerDuplexStream<Buffer, Buffer>,
  offered: readonly string[],
  closing: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const [bytes] of on(call, 'data', { signal: closing, close: ['end', 'cancelled'] })) yield answer(bytes, offered);
  } catch (error) {
    if (!closing.aborted) throw error;
  }
}
