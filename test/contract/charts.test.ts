/** The charts are what the code makes now. What Kubernetes thinks of them: test/operations/charts.test.ts. */
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { SERVICE_NAMES } from '#services/names.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { TRIAL, trialValues } from '../../deploy/kubernetes/trial.ts';
import { chartFiles } from '../../deploy/kubernetes/charts.ts';

const test = suite('generated charts');
const built = await anatomy();

test("they are the code's (npm run generate writes them), and none is left of a service that went", () => {
  const files = chartFiles(built);
  const stale = [...files].filter(([name, file]) => {
    const path = join('charts', name);
    return 'text' in file ? !existsSync(path) || readFileSync(path, 'utf8') !== file.text : readlinkSync(path) !== file.link;
  });
  assert.equal(
    stale.map(([name]) => name),
    [],
  );
  assert.equal(readdirSync('charts').sort(), [...SERVICE_NAMES, 'README.md', 'lib', 'platform', 'trial'].sort());
});

test('the versions that are shipped are those that the tests run', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { image: string }>;
  };
  for (const name of TRIAL) {
    const { repository, tag } = trialValues(name).image;
    assert.is(services[name]!.image, `${repository}:${tag}`, `${name} in deploy/compose.yaml`);
  }
});

test.run();
