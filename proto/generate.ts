/**
 * protos → `out`, by buf and ts-proto; and their descriptors, which gRPC reflection answers from. Run by `npm run generate`, and by the
 * test that the committed code is fresh.
 */
import { execFileSync } from 'node:child_process';

/** One proto that imports every well-known type there is a use for. */
const WELL_KNOWN_VIA = 'proto/posthorn/events/v1/fact.proto';

export function generate(out: string): void {
  const buf = (...args: string[]): void => void execFileSync('node_modules/.bin/buf', args, { stdio: 'inherit' });
  buf('generate', '--output', out, '--template', 'buf.gen.wkt.yaml', '--path', WELL_KNOWN_VIA, '--include-imports', '--include-wkt');
  buf('generate', '--output', out, '--template', 'buf.gen.yaml');
  buf('build', '--exclude-source-info', '--output', `${out}/descriptors.binpb`);
}

if (import.meta.main) generate(process.argv[2] ?? 'proto/gen');
