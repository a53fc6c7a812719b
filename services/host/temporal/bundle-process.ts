/**
 * Makes the workflows' bundle in a process of its own, and writes it to its standard output: webpack holds 130 MB that it would leave in
 * the process that goes on serving. What it complains of goes to the standard error.
 */
import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode } from '@temporalio/worker';
import { INTERCEPTORS, WORKFLOWS } from './bundle.ts';

const silent = (): void => {};
const aloud = (text: string): void => console.error(text);

const { code } = await bundleWorkflowCode({
  workflowsPath: WORKFLOWS,
  workflowInterceptorModules: INTERCEPTORS,
  // Evaluated once a thread instead of once a workflow: none of them keeps anything outside its functions.
  preloadModules: [WORKFLOWS, ...INTERCEPTORS],
  logger: { log: silent, trace: silent, debug: silent, info: silent, warn: aloud, error: aloud },
});
writeFileSync(1, code);
