/** protos → `out`, by buf and ts-proto. Run by `npm run generate`, and by the test that the committed code is fresh. */
import { execFileSync } from 'node:child_process';

/** One proto that imports every well-known type there is a use for. */
const WELL_KNOWN_VIA = 'proto/posthorn/events/v1/fact.proto';

export function generate(out: string): void {
  const buf = (...args: string[]): void => void execFileSync('node_modules/.bin/buf', ['generate', '--output', out, ...args], { stdio: 'inherit' });
  buf('--template', 'buf.gen.wkt.yaml', '--path', WELL_KNOWN_VIA, '--include-imports', '--include-wkt');
  buf('--template', 'buf.gen.yaml');
}

if (import.meta.main) generate(process.argv[2] ?? 'proto/gen');
