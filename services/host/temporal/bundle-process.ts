/**
 * Makes the workflows' bundle in a process of its own, and writes it to its standard output: webpack holds 130 MB that it would leave in
 * the process that goes on serving. What it complains of goes to the standard error.
 */
import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode } from '@temporalio/worker';
import { INTERCEPTORS, WORKFLOWS } from './bundle.ts';

const silent = (): void => {};
const aloud = (text: string): void => console.error(text);

const MAP = 'sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** Names and lines stay, for stack traces. The texts themselves are most of the map, and each worker has several copies of it. */
function withoutSources(code: string): string {
  const at = code.lastIndexOf(MAP);
  if (at < 0) throw new Error('The bundle has no source map');
  const { sourcesContent: _, ...map } = JSON.parse(Buffer.from(code.slice(at + MAP.length), 'base64').toString()) as Record<
    string,
    unknown
  >;
  return code.slice(0, at + MAP.length) + Buffer.from(JSON.stringify(map)).toString('base64');
}

const { code } = await bundleWorkflowCode({
  workflowsPath: WORKFLOWS,
  workflowInterceptorModules: INTERCEPTORS,
  // Evaluated once a thread instead of once a workflow: none of them keeps anything outside its functions.
  preloadModules: [WORKFLOWS, ...INTERCEPTORS],
  logger: { log: silent, trace: silent, debug: silent, info: silent, warn: aloud, error: aloud },
});
writeFileSync(1, withoutSources(code));
