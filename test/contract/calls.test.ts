/** What a route asks of services is named in the table: NATS permits nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';

const test = suite('calls');
const { services } = await anatomy();

test('every call of the gateway is one it may make', () => {
  const { calls } = services.get('gateway')!;
  const unnamed: string[] = [];
  let count = 0;
  for (const file of globSync('services/gateway/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const names = new Map(
      [...text.matchAll(/(\w+)ServiceDefinition as (\w+)/g)].map(([, service, name]) => [name!, service!.toLowerCase()]),
    );
    for (const [, name, method] of text.matchAll(/client\((\w+)\)\s*\.(\w+)\(/g)) {
      const service = names.get(name!);
      if (!service) continue;
      count += 1;
      if (!calls[service]?.includes(method!)) unnamed.push(`${file}: ${service}.${method}`);
    }
  }
  assert.ok(count > 20);
  assert.equal(unnamed, []);
});

test.run();
