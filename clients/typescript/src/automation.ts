/** Campaigns and workflows; what happened, and numbers about it. */
import type { Answer, Body, Query } from './operation.ts';
import { byCursor, byPage } from './paging.ts';
import type { RequestOptions, Transport } from './transport.ts';
import { followed } from './watching.ts';

/** A table as CSV in place of JSON. */
const AS_CSV = { format: 'csv' } as const;

export const campaignsOf = ({ call, open }: Transport) => ({
  list: (query?: Query<'listCampaigns'>, options?: RequestOptions) => call('listCampaigns', { query }, options),
  each: (query?: Query<'listCampaigns'>, options?: RequestOptions) =>
    byPage((page) => call('listCampaigns', { query: { ...query, page } }, options)),
  create: (campaign: Body<'createCampaign'>, options?: RequestOptions) => call('createCampaign', { body: campaign }, options),
  get: (id: string, options?: RequestOptions) => call('getCampaign', { path: { id } }, options),
  update: (id: string, changes: Body<'updateCampaign'>, options?: RequestOptions) =>
    call('updateCampaign', { path: { id }, body: changes }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteCampaign', { path: { id } }, options),
  duplicate: (id: string, options?: RequestOptions) => call('duplicateCampaign', { path: { id } }, options),
  /** Sends it now, or at `scheduledFor`. */
  send: (id: string, when: Body<'sendCampaign'> = {}, options?: RequestOptions) =>
    call('sendCampaign', { path: { id }, body: when }, options),
  cancel: (id: string, options?: RequestOptions) => call('cancelCampaign', { path: { id } }, options),
  /** Mails it to one address, placeholders as they stand. */
  test: (id: string, email: string, options?: RequestOptions) => call('sendCampaignTest', { path: { id }, body: { email } }, options),
  stats: (id: string, options?: RequestOptions) => call('getCampaignStats', { path: { id } }, options),
  links: (id: string, options?: RequestOptions) => call('listCampaignLinks', { path: { id } }, options),
  linksAsCsv: (id: string, options?: RequestOptions): Promise<string> =>
    call('listCampaignLinks', { path: { id }, query: AS_CSV }, options) as Promise<unknown> as Promise<string>,
  timeline: (id: string, query?: Omit<Query<'getCampaignTimeline'>, 'format'>, options?: RequestOptions) =>
    call('getCampaignTimeline', { path: { id }, query }, options),
  timelineAsCsv: (id: string, query?: Omit<Query<'getCampaignTimeline'>, 'format'>, options?: RequestOptions): Promise<string> =>
    call('getCampaignTimeline', { path: { id }, query: { ...query, ...AS_CSV } }, options) as Promise<unknown> as Promise<string>,
  pause: (id: string, options?: RequestOptions) => call('pauseCampaign', { path: { id } }, options),
  resume: (id: string, options?: RequestOptions) => call('resumeCampaign', { path: { id } }, options),
  /** Mails a second from now on. */
  setRate: (id: string, rate: Body<'setCampaignRate'>, options?: RequestOptions) =>
    call('setCampaignRate', { path: { id }, body: rate }, options),
  progress: (id: string, options?: RequestOptions) => call('getCampaignProgress', { path: { id } }, options),
  /** Its progress as the service tells it, until it is sent or cancelled. */
  watch(id: string, options: RequestOptions = {}): AsyncGenerator<Answer<'getCampaignProgress'>, void> {
    const headers = { ...options.headers, accept: 'text/event-stream' };
    return followed(() => open('getCampaignProgress', { path: { id } }, { ...options, headers, timeoutMs: 0 }), options.signal);
  },
  recipients: (id: string, query?: Query<'listCampaignRecipients'>, options?: RequestOptions) =>
    call('listCampaignRecipients', { path: { id }, query }, options),
  /** Every recipient the query finds. */
  eachRecipient: (id: string, query?: Query<'listCampaignRecipients'>, options?: RequestOptions) =>
    byPage((page) => call('listCampaignRecipients', { path: { id }, query: { ...query, page } }, options)),
  /** What is to become of mails of which nobody knows whether they left. */
  decideUnknown: (id: string, decision: Body<'decideUnknownRecipients'>, options?: RequestOptions) =>
    call('decideUnknownRecipients', { path: { id }, body: decision }, options),
});

interface OfWorkflow {
  /** The workflow's. */
  id: string;
}

const stepsOf = ({ call }: Transport) => ({
  create: (id: string, step: Body<'createWorkflowStep'>, options?: RequestOptions) =>
    call('createWorkflowStep', { path: { id }, body: step }, options),
  update: (path: OfWorkflow & { stepId: string }, changes: Body<'updateWorkflowStep'>, options?: RequestOptions) =>
    call('updateWorkflowStep', { path, body: changes }, options),
  delete: (path: OfWorkflow & { stepId: string }, query?: Query<'deleteWorkflowStep'>, options?: RequestOptions) =>
    call('deleteWorkflowStep', { path, query }, options),
});

const executionsOf = ({ call }: Transport) => ({
  start: (id: string, execution: Body<'startWorkflowExecution'>, options?: RequestOptions) =>
    call('startWorkflowExecution', { path: { id }, body: execution }, options),
  list: (id: string, query?: Query<'listWorkflowExecutions'>, options?: RequestOptions) =>
    call('listWorkflowExecutions', { path: { id }, query }, options),
  each: (id: string, query?: Query<'listWorkflowExecutions'>, options?: RequestOptions) =>
    byPage((page) => call('listWorkflowExecutions', { path: { id }, query: { ...query, page } }, options)),
  get: (path: OfWorkflow & { executionId: string }, options?: RequestOptions) => call('getWorkflowExecution', { path }, options),
  cancel: (path: OfWorkflow & { executionId: string }, options?: RequestOptions) => call('cancelWorkflowExecution', { path }, options),
  cancelAll: (id: string, options?: RequestOptions) => call('cancelWorkflowExecutions', { path: { id } }, options),
  retry: (path: OfWorkflow & { executionId: string }, options?: RequestOptions) => call('retryWorkflowExecution', { path }, options),
});

export const workflowsOf = (transport: Transport) => {
  const { call } = transport;
  return {
    list: (query?: Query<'listWorkflows'>, options?: RequestOptions) => call('listWorkflows', { query }, options),
    each: (query?: Query<'listWorkflows'>, options?: RequestOptions) =>
      byPage((page) => call('listWorkflows', { query: { ...query, page } }, options)),
    create: (workflow: Body<'createWorkflow'>, options?: RequestOptions) => call('createWorkflow', { body: workflow }, options),
    get: (id: string, options?: RequestOptions) => call('getWorkflow', { path: { id } }, options),
    update: (id: string, changes: Body<'updateWorkflow'>, options?: RequestOptions) =>
      call('updateWorkflow', { path: { id }, body: changes }, options),
    delete: (id: string, options?: RequestOptions) => call('deleteWorkflow', { path: { id } }, options),
    /** What conditions may ask about. */
    fields: (query?: Query<'listWorkflowFields'>, options?: RequestOptions) => call('listWorkflowFields', { query }, options),
    stats: (id: string, options?: RequestOptions) => call('getWorkflowStats', { path: { id } }, options),
    /** The way a contact would go; nothing is written or sent. */
    simulate: (id: string, asked: Body<'simulateWorkflow'>, options?: RequestOptions) =>
      call('simulateWorkflow', { path: { id }, body: asked }, options),
    steps: stepsOf(transport),
    transitions: {
      create: (id: string, transition: Body<'createWorkflowTransition'>, options?: RequestOptions) =>
        call('createWorkflowTransition', { path: { id }, body: transition }, options),
      delete: (path: OfWorkflow & { transitionId: string }, options?: RequestOptions) =>
        call('deleteWorkflowTransition', { path }, options),
    },
    executions: executionsOf(transport),
  };
};

export const activityOf = ({ call }: Transport) => ({
  list: (query?: Query<'listActivity'>, options?: RequestOptions) => call('listActivity', { query }, options),
  /** All that happened, newest first. */
  each: (query?: Query<'listActivity'>, options?: RequestOptions) =>
    byCursor((cursor) => call('listActivity', { query: { ...query, cursor } }, options)),
  stats: (query?: Query<'getActivityStats'>, options?: RequestOptions) => call('getActivityStats', { query }, options),
  recentCount: (query?: Query<'countRecentActivity'>, options?: RequestOptions) => call('countRecentActivity', { query }, options),
  types: (options?: RequestOptions) => call('listActivityTypes', {}, options),
  /** What is to come. */
  upcoming: (query?: Query<'listUpcomingActivity'>, options?: RequestOptions) => call('listUpcomingActivity', { query }, options),
});

export const analyticsOf = ({ call }: Transport) => ({
  timeseries: (query?: Query<'getTimeseries'>, options?: RequestOptions) => call('getTimeseries', { query }, options),
  topCampaigns: (query?: Query<'listTopCampaigns'>, options?: RequestOptions) => call('listTopCampaigns', { query }, options),
  campaigns: (query?: Query<'getCampaignStatistics'>, options?: RequestOptions) => call('getCampaignStatistics', { query }, options),
  deliverability: (query?: Query<'getDeliverability'>, options?: RequestOptions) => call('getDeliverability', { query }, options),
  topEvents: (query?: Query<'listTopEvents'>, options?: RequestOptions) => call('listTopEvents', { query }, options),
});
