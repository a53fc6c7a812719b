/** The charts that say what the code says: one a service, and the umbrella over them. Written by `npm run generate`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { natsUsers } from '../access/nats-users.ts';
import { PRODUCTION, ruleFile } from '../prometheus/alerts.ts';
import type { Anatomy } from './anatomy.ts';
import { serviceSchema, umbrellaSchema } from './schema.ts';
import { TRIAL, TRIAL_EFFECTS, trialValues } from './trial.ts';
import type { TrialServer } from './trial.ts';
import { traitsOf } from './traits.ts';
import { chartPage } from './page.ts';
import { globalValues, serviceValues } from './values.ts';

/** Path below charts/ → text, or where a link leads. */
export type ChartFiles = ReadonlyMap<string, { text: string } | { link: string }>;

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const yaml = (value: unknown, note: string): { text: string } => ({ text: `# ${note}\n${stringify(value, { lineWidth: 0 })}` });
const json = (value: unknown): { text: string } => ({ text: `${JSON.stringify(value, null, 2)}\n` });
const MADE = 'Made by npm run generate from the code of the service; not edited by hand.';

/** What a service is for: the first sentence of its README. */
function purpose(name: string): string {
  const paragraph = readFileSync(`services/${name}/README.md`, 'utf8').split('\n\n')[1] ?? name;
  return paragraph
    .replaceAll('\n', ' ')
    .replaceAll('`', '')
    .split(/(?<=\.)\s/)[0]!;
}

interface Dependency {
  name: string;
  version: string;
  repository: string;
  condition?: string;
}

/** What Helm resolved the dependencies to: these very versions, from the folders beside. The digest is made as Helm makes it. */
function lockOf(dependencies: readonly Dependency[]): { text: string } {
  const resolved = dependencies.map(({ name, repository, version: exact }) => ({ name, repository, version: exact }));
  // Fields in the order of Helm's structs.
  const named = ({ name, version: exact, repository, condition }: Dependency): object => ({ name, version: exact, repository, condition });
  const hashed = JSON.stringify([dependencies.map(named), resolved.map(named)]);
  const digest = `sha256:${createHash('sha256').update(hashed).digest('hex')}`;
  return yaml({ dependencies: resolved, digest, generated: '1970-01-01T00:00:00Z' }, MADE);
}

function chartOf(name: string, more: object): object {
  // `sleep` in preStop is on from 1.30.
  return { apiVersion: 'v2', name, version, appVersion: version, kubeVersion: '>=1.30.0-0', type: 'application', ...more };
}

function serviceChart(name: string, anatomy: Anatomy): [string, { text: string } | { link: string }][] {
  const traits = traitsOf(anatomy.services.get(name)!);
  const values = serviceValues(name, traits);
  const dependencies = [{ name: 'posthorn-lib', version, repository: 'file://../lib' }];
  return [
    [`${name}/Chart.yaml`, yaml(chartOf(name, { description: purpose(name), dependencies }), MADE)],
    [`${name}/Chart.lock`, lockOf(dependencies)],
    [`${name}/README.md`, chartPage({ name, about: purpose(name), values: { global: globalValues(), ...values } })],
    [`${name}/traits.yaml`, yaml(traits, 'What the code of this service says of itself; made by npm run generate.')],
    [
      `${name}/values.yaml`,
      yaml({ global: globalValues(), ...values }, 'Defaults; made by npm run generate from deploy/kubernetes/values.ts.'),
    ],
    [`${name}/values.schema.json`, json(serviceSchema(name, values))],
    [`${name}/templates/all.yaml`, { text: '{{- include "posthorn.all" . }}\n' }],
    [`${name}/charts/posthorn-lib`, { link: '../../lib' }],
  ];
}

/** The umbrella: every service, and servers to try it out with. */
function platform(anatomy: Anatomy): [string, { text: string } | { link: string }][] {
  const names = [...anatomy.services.keys()];
  const dependencies: Dependency[] = [
    ...names.map((name) => ({ name, version, repository: `file://../${name}`, condition: `${name}.enabled` })),
    ...TRIAL.map((name) => ({ name, version, repository: `file://../trial/${name}`, condition: `global.trial.${name}` })),
  ];
  return [
    [
      'platform/Chart.yaml',
      yaml(chartOf('platform', { description: 'Posthorn: every service, each scaled on its own', dependencies }), MADE),
    ],
    ['platform/Chart.lock', lockOf(dependencies)],
    [
      'platform/README.md',
      chartPage({
        name: 'platform',
        about:
          'Every service, each scaled on its own. Below a service’s name stands what its own chart takes: ' +
          `${names.map((name) => `[${name}](../${name})`).join(', ')}.`,
        values: { global: globalValues() },
      }),
    ],
    [
      'platform/values.yaml',
      yaml(
        { global: globalValues(), ...Object.fromEntries(names.map((name) => [name, { enabled: true }])) },
        "Defaults; made by npm run generate. Below a service's name stands what charts/<service>/values.yaml has.",
      ),
    ],
    [
      'platform/files/alerts.yaml',
      yaml(
        ruleFile(PRODUCTION, { of: { namespace: '$namespace', release: '$release' }, runbooks: '$runbooks' }),
        'Made by npm run generate from deploy/prometheus/alerts.ts. What begins with $ the template puts in.',
      ),
    ],
    ['platform/files/boards', { link: '../../../deploy/grafana/boards' }],
    ['platform/files/nats-users.conf', { text: natsUsers(anatomy.services) }],
    ['platform/values.schema.json', json(umbrellaSchema('platform', [...names, ...TRIAL]))],
    ...names.map((name): [string, { link: string }] => [`platform/charts/${name}`, { link: `../../${name}` }]),
    ...TRIAL.map((name): [string, { link: string }] => [`platform/charts/${name}`, { link: `../../trial/${name}` }]),
  ];
}

/** Of a server for trying out: its versions and its page. What it is to Kubernetes is written by hand. */
function trialChart(name: TrialServer): [string, { text: string }][] {
  const chart = parse(readFileSync(`charts/trial/${name}/Chart.yaml`, 'utf8')) as { description: string; dependencies: Dependency[] };
  const values = trialValues(name);
  return [
    [`trial/${name}/Chart.lock`, lockOf(chart.dependencies)],
    [`trial/${name}/values.yaml`, yaml(values, 'Made by npm run generate from deploy/kubernetes/trial.ts.')],
    [`trial/${name}/README.md`, chartPage({ name, about: `${chart.description}.`, values, effects: TRIAL_EFFECTS })],
  ];
}

export function chartFiles(anatomy: Anatomy): ChartFiles {
  const services = [...anatomy.services.keys()].flatMap((name) => serviceChart(name, anatomy));
  return new Map([...services, ...TRIAL.flatMap(trialChart), ...platform(anatomy)]);
}
