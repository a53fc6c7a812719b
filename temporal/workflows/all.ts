/** Every workflow, as the one module that Temporal's bundler takes. */
export { bulkContacts } from './bulk-contacts.ts';
export { runExecution } from './execution.ts';
export { domainsRound } from './domains.ts';
export { purgeProject, resetProject } from './purge-project.ts';
export { importContacts } from './import-contacts.ts';
export { computeSegments, segmentsRound } from './segments.ts';
export { sendCampaign } from './send-campaign.ts';
