/** Every workflow, as the one module that Temporal's bundler takes. */
export { purgeProject } from './purge-project.ts';
