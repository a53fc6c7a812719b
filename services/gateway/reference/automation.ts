/** The reference of campaigns, workflows, activity and analytics. */
import { fault, shortFault } from '#kit/errors.ts';
import type { Operations } from './operation.ts';

const unverified = fault('SENDER_REFUSED', { message: 'Domain "example.org" is not verified' });
const malformedId = fault('VALIDATION_ERROR', { errors: [{ field: 'id', message: 'Must be a uuid', code: 'invalid_string' }] });
const running = fault('CONFLICT', { message: 'The workflow has active executions' });

export const CAMPAIGNS: Operations = {
  'GET /campaigns': {
    id: 'listCampaigns',
    description: 'Lists campaigns page by page. `search` looks into name, subject and sender.',
    returns: 'A page of campaigns',
    refuses: [fault('BAD_REQUEST', { message: 'Invalid status value' })],
  },
  'POST /campaigns': {
    id: 'createCampaign',
    description:
      'Creates a campaign in DRAFT, for all contacts (`ALL`), for a segment (`SEGMENT` with `segmentId`), or for whoever matches a ' +
      'condition (`FILTERED` with `audienceCondition`). Nothing is sent yet.',
    returns: 'The new campaign, with the number of recipients it would have now',
    refuses: [unverified, fault('RESOURCE_NOT_FOUND', { message: 'Segment not found' })],
  },
  'GET /campaigns/:id': {
    id: 'getCampaign',
    description: 'Reads one campaign with its counters.',
    returns: 'The campaign',
    refuses: [malformedId],
  },
  'PUT /campaigns/:id': {
    id: 'updateCampaign',
    description:
      'Replaces a campaign that is still in DRAFT or SCHEDULED: with all required fields, what is absent goes back to its default; ' +
      'without one of them only what is sent changes.',
    returns: 'The campaign as it is now',
    refuses: [fault('BAD_REQUEST', { message: 'Cannot update campaign that is sending or has been sent' }), unverified],
  },
  'DELETE /campaigns/:id': {
    id: 'deleteCampaign',
    description: 'Deletes a campaign that is not scheduled or sending. Its mails stay on record.',
    returns: 'It is deleted',
    refuses: [malformedId, fault('CONFLICT', { message: 'Campaign is scheduled or sending' })],
  },
  'POST /campaigns/:id/duplicate': {
    id: 'duplicateCampaign',
    description: 'Copies a campaign into DRAFT under its name with " (Copy)"; counters and schedule are not copied.',
    returns: 'The copy',
    refuses: [malformedId],
  },
  'POST /campaigns/:id/send': {
    id: 'sendCampaign',
    description:
      'Sends a campaign now, or at `scheduledFor`. Who gets it is settled when the sending begins: a contact created later is not ' +
      'among them.',
    returns: 'The campaign, and in words what happens next',
    refuses: [
      fault('BAD_REQUEST', { message: 'Campaign has no recipients' }),
      fault('BILLING_LIMIT_EXCEEDED', { status: 403, message: 'Sending would exceed billing limit' }),
    ],
  },
  'POST /campaigns/:id/cancel': {
    id: 'cancelCampaign',
    description:
      'Stops a campaign that is scheduled or sending. If nothing left yet it becomes a draft again; otherwise the rest is never sent.',
    returns: 'The campaign',
    refuses: [malformedId, fault('BAD_REQUEST', { message: 'Can only cancel scheduled or sending campaigns' })],
  },
  'POST /campaigns/:id/test': {
    id: 'sendCampaignTest',
    description:
      'Sends the campaign to one address to look at: placeholders as they stand, no tracking, no contact created, nothing counted.',
    returns: 'In words where it was sent',
  },
  'GET /campaigns/:id/stats': {
    id: 'getCampaignStats',
    description: "Tells what became of the campaign's mails. Rates are in percent of the mails that were sent; each mail counts once.",
    returns: 'Counters and rates',
    refuses: [malformedId],
  },
  'POST /campaigns/:id/pause': {
    id: 'pauseCampaign',
    description: 'Holds every mail of a campaign that has not left yet. It holds from the answer on.',
    returns: 'How the send stands',
    refuses: [malformedId, fault('BAD_REQUEST', { message: 'Campaign is not sending' })],
  },
  'POST /campaigns/:id/resume': {
    id: 'resumeCampaign',
    description: 'Goes on with a send that was paused.',
    returns: 'How the send stands',
    refuses: [malformedId, fault('BAD_REQUEST', { message: 'Campaign is not sending' })],
  },
  'POST /campaigns/:id/rate': {
    id: 'setCampaignRate',
    description:
      'Sets how many mails of a campaign leave in a second, from one in ten seconds on; null: as fast as the provider takes them.',
    returns: 'How the send stands',
  },
  'GET /campaigns/:id/progress': {
    id: 'getCampaignProgress',
    description:
      'Tells how a send stands. With `Accept: text/event-stream` it is a stream of server-sent events instead: `progress` every ' +
      'second, `end` when it is over, each with the same record.',
    returns: 'How the send stands',
    refuses: [malformedId],
  },
  'GET /campaigns/:id/recipients': {
    id: 'listCampaignRecipients',
    description: 'Lists who was to get the campaign, and what became of each mail.',
    returns: 'A page of recipients',
    refuses: [malformedId],
  },
  'GET /campaigns/:id/links': {
    id: 'listCampaignLinks',
    description:
      "Lists the links of a campaign's mails that were followed, by people and by machines. `format=csv` answers a table for spreadsheets.",
    returns: 'Links, most followed first',
    refuses: [malformedId],
  },
  'GET /campaigns/:id/timeline': {
    id: 'getCampaignTimeline',
    description:
      'Counts what happened to a campaign by the minute or the hour; times without anything are left out. `format=csv` answers a table ' +
      'for spreadsheets.',
    returns: 'Points, oldest first',
    refuses: [malformedId],
  },
  'POST /campaigns/:id/resume-unknown': {
    id: 'decideUnknownRecipients',
    description:
      'Decides about mails of which nobody knows whether they left, because a process died in that moment: `resend` sends them once ' +
      'more, `drop` gives them up.',
    returns: 'How many mails that concerned',
  },
};

export const WORKFLOWS: Operations = {
  'GET /workflows': {
    id: 'listWorkflows',
    description: 'Lists workflows page by page, with the number of their steps and executions.',
    returns: 'A page of workflows',
  },
  'GET /workflows/fields': {
    id: 'listWorkflowFields',
    description: 'Lists what a CONDITION step may ask about: fields of the contact, and keys that were seen in the data of events.',
    returns: 'The fields with their types',
  },
  'POST /workflows': {
    id: 'createWorkflow',
    description: 'Creates a workflow that an event starts, with its TRIGGER step. It does nothing until you enable it.',
    returns: 'The new workflow',
    refuses: [shortFault('Name is required')],
  },
  'GET /workflows/:id': {
    id: 'getWorkflow',
    description: 'Reads one workflow with its steps and the transitions between them.',
    returns: 'The workflow',
  },
  'PATCH /workflows/:id': {
    id: 'updateWorkflow',
    description: 'Changes the keys that are sent, `enabled` among them. What starts a workflow cannot change while executions are active.',
    returns: 'The workflow as it is now',
    refuses: [running, shortFault('Name is required')],
  },
  'DELETE /workflows/:id': {
    id: 'deleteWorkflow',
    description: 'Deletes a workflow that has no active executions; cancel them first.',
    returns: 'It is deleted',
    refuses: [running],
  },
  'POST /workflows/:id/steps': {
    id: 'createWorkflowStep',
    description:
      'Adds a step. Unless `autoConnect` is false it is linked from the last step that nothing follows. `config` may be filled later.',
    returns: 'The new step',
    refuses: [fault('BAD_REQUEST', { message: 'Step type is required' })],
  },
  'PATCH /workflows/:id/steps/:stepId': {
    id: 'updateWorkflowStep',
    description: 'Changes the keys that are sent. Config and template cannot change while executions are active.',
    returns: 'The step as it is now',
    refuses: [running],
  },
  'DELETE /workflows/:id/steps/:stepId': {
    id: 'deleteWorkflowStep',
    description: 'Deletes a step and everything behind it; with `splice=true` the step alone, and its neighbours are linked.',
    returns: 'It is deleted',
    refuses: [fault('BAD_REQUEST', { message: 'The TRIGGER step cannot be deleted' }), running],
  },
  'POST /workflows/:id/transitions': {
    id: 'createWorkflowTransition',
    description: 'Links two steps. From a CONDITION step say which `branch` it is; from a WAIT_FOR_EVENT step which outcome.',
    returns: 'The new transition',
    refuses: [fault('BAD_REQUEST', { message: 'The transition would close a cycle' })],
  },
  'DELETE /workflows/:id/transitions/:transitionId': {
    id: 'deleteWorkflowTransition',
    description: 'Removes a link that no execution may still take.',
    returns: 'It is removed',
    refuses: [running],
  },
  'POST /workflows/:id/executions': {
    id: 'startWorkflowExecution',
    description: 'Starts an enabled workflow for one contact, with variables of this execution in `context`.',
    returns: 'The new execution',
    refuses: [
      fault('BAD_REQUEST', { message: 'Workflow is not enabled' }),
      fault('CONFLICT', { message: 'The contact is in this workflow already' }),
    ],
  },
  'GET /workflows/:id/executions': {
    id: 'listWorkflowExecutions',
    description: 'Lists the executions of a workflow.',
    returns: 'A page of executions, newest first',
  },
  'GET /workflows/:id/executions/:executionId': {
    id: 'getWorkflowExecution',
    description: 'Reads one execution with each step it took, and the workflow as it was when it began.',
    returns: 'The execution',
  },
  'DELETE /workflows/:id/executions/:executionId': {
    id: 'cancelWorkflowExecution',
    description: 'Cancels an execution that is running or waiting.',
    returns: 'The cancelled execution',
    refuses: [fault('BAD_REQUEST', { message: 'The execution has ended' })],
  },
  'POST /workflows/:id/executions/cancel-all': {
    id: 'cancelWorkflowExecutions',
    description: 'Cancels every execution of a workflow that is running or waiting.',
    returns: 'How many were cancelled',
  },
  'POST /workflows/:id/executions/:executionId/retry': {
    id: 'retryWorkflowExecution',
    description: 'Goes on with a failed execution at the step that failed.',
    returns: 'The execution',
    refuses: [fault('BAD_REQUEST', { message: 'Only failed executions can be retried' })],
  },
  'GET /workflows/:id/stats': {
    id: 'getWorkflowStats',
    description: 'Tells for each step how many came to it, what became of them, and how its mails were received.',
    returns: 'The numbers of each step',
  },
  'POST /workflows/:id/simulate': {
    id: 'simulateWorkflow',
    description: 'Walks a contact through the workflow without sending or writing anything.',
    returns: 'The path the contact would take',
    refuses: [fault('CONTACT_NOT_FOUND', { details: { resource: 'Contact', id: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42' } })],
  },
};

export const ACTIVITY: Operations = {
  'GET /activity': {
    id: 'listActivity',
    description:
      'Lists what happened across the project: mails, events, subscriptions, campaigns, workflows. The last 30 days unless you say ' +
      'otherwise.',
    returns: 'Activities, newest first, and the cursor of the next ones',
    refuses: [fault('BAD_REQUEST', { message: 'Invalid cursor' })],
  },
  'GET /activity/stats': {
    id: 'getActivityStats',
    description: 'Sums up a stretch of time: mails, opens, clicks, events, workflows.',
    returns: 'Totals, and rates in percent',
  },
  'GET /activity/recent-count': {
    id: 'countRecentActivity',
    description: 'Counts what happened in the last minutes.',
    returns: 'The number, and the minutes it was counted over',
  },
  'GET /activity/types': { id: 'listActivityTypes', description: 'Lists the types that activities have.', returns: 'The types' },
  'GET /activity/upcoming': {
    id: 'listUpcomingActivity',
    description: 'Lists what is to come: scheduled campaigns, and executions of workflows that wait.',
    returns: 'Activities, soonest first',
  },
};

export const ANALYTICS: Operations = {
  'GET /analytics/deliverability': {
    id: 'getDeliverability',
    description:
      'Tells how the mail of some days fared, by the domain it went to, for instance whether one large provider defers or refuses more ' +
      'than others.',
    returns: 'Domains, most mails first',
  },
  'GET /analytics/timeseries': {
    id: 'getTimeseries',
    description: 'Counts mails and what became of them by the day (UTC). Days without any are there with zeros.',
    returns: 'A point for each day',
  },
  'GET /analytics/top-campaigns': {
    id: 'listTopCampaigns',
    description: 'Lists the campaigns of a stretch of time that were opened most.',
    returns: 'Campaigns, most opened first',
  },
  'GET /analytics/campaign-stats': {
    id: 'getCampaignStatistics',
    description: 'Sums up the campaigns of a stretch of time.',
    returns: 'Numbers and average rates',
  },
  'GET /analytics/top-events': {
    id: 'listTopEvents',
    description: 'Lists your own events that happened most, and how they grew against the time before.',
    returns: 'Events, most frequent first',
  },
};
