/** Charts as Helm renders them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { run } from '#local/tool.ts';
import { helm } from '#local/tools.ts';

/** An object of Kubernetes. */
export interface Rendered {
  kind: string;
  apiVersion: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: any;
}

export interface Rendering {
  ok: boolean;
  /** What Helm says when it refuses. */
  said: string;
  text: string;
  objects: Rendered[];
}

const binary = await helm();
/** Helm tells of every link it follows. */
const LINK = /^level=INFO msg="found symbolic link.*\n/gm;

async function withValues<T>(values: object, work: (file: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-chart-'));
  try {
    writeFileSync(join(dir, 'values.yaml'), stringify(values));
    return await work(join(dir, 'values.yaml'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What Helm says to these arguments. */
export const helmSays = (args: readonly string[]): Promise<{ ok: boolean; output: string }> => run(binary, [...args]);

/** The end of an API server that `lookup` speaks to: it knows these objects, path → object, and takes none. */
export async function startCluster(objects: Readonly<Record<string, object>>): Promise<{ url: string; stop(): Promise<void> }> {
  const groups: Readonly<Record<string, string[]>> = {
    'apps/v1': ['Deployment'],
    'autoscaling/v2': ['HorizontalPodAutoscaler'],
    'policy/v1': ['PodDisruptionBudget'],
    'networking.k8s.io/v1': ['NetworkPolicy'],
    'batch/v1': ['Job'],
  };
  const listed = (groupVersion: string, kinds: readonly string[]): object => ({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: kinds.map((kind) => ({ name: `${kind.toLowerCase()}s`, singularName: '', namespaced: true, kind, verbs: ['get'] })),
  });
  const known: Readonly<Record<string, object>> = {
    '/version': { major: '1', minor: '33', gitVersion: 'v1.33.0' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/api/v1': listed('v1', ['Service', 'ServiceAccount', 'Pod']),
    '/apis': {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: Object.keys(groups).map((groupVersion) => {
        const version = { groupVersion, version: groupVersion.split('/')[1] };
        return { name: groupVersion.split('/')[0], versions: [version], preferredVersion: version };
      }),
    },
    ...Object.fromEntries(Object.entries(groups).map(([groupVersion, kinds]) => [`/apis/${groupVersion}`, listed(groupVersion, kinds)])),
    ...objects,
  };
  const server = createServer((request, response) => {
    const found = known[new URL(request.url!, 'http://cluster').pathname];
    const unknown = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? unknown));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** `helm template <release> charts/<chart>` with these values; an absolute path is taken as it is. @param cluster what `lookup` asks. */
export function render(
  chart: string,
  values: object,
  { release = 'posthorn', cluster }: { release?: string; cluster?: string } = {},
): Promise<Rendering> {
  return withValues(values, async (file) => {
    const asked = cluster ? ['--dry-run=server', '--disable-openapi-validation', '--kube-apiserver', cluster] : [];
    const args = ['template', release, resolve('charts', chart), '--namespace', 'mail', '-f', file, ...asked];
    const { ok, output } = await run(binary, args);
    const text = output.replace(LINK, '');
    return {
      ok,
      said: ok ? '' : text,
      text,
      objects: ok
        ? parseAllDocuments(text)
            .map((document) => document.toJS() as Rendered)
            .filter(Boolean)
        : [],
    };
  });
}

/** `helm lint --strict`; what it says when it is not content. */
export function lint(chart: string, values: object): Promise<string> {
  return withValues(values, async (file) => {
    const { ok, output } = await run(binary, ['lint', '--strict', `charts/${chart}`, '-f', file]);
    return ok ? '' : output.replace(LINK, '');
  });
}
