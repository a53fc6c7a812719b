/** Charts as Helm renders them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** `helm template posthorn charts/<chart>` with these values. */
export function render(chart: string, values: object, release = 'posthorn'): Promise<Rendering> {
  return withValues(values, async (file) => {
    const { ok, output } = await run(binary, ['template', release, `charts/${chart}`, '--namespace', 'mail', '-f', file]);
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
