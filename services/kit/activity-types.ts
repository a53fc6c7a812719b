/** Types of activity (contract 4.9 "Activity"). Pure. */

/** Of events of the timeline. */
const OF_EVENTS = [
  'event.triggered',
  'email.sent',
  'email.delivered',
  'email.received',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complaint',
  'contact.subscribed',
  'contact.unsubscribed',
] as const;

/** Of facts of campaigns and workflows that are no events of the timeline. */
export const MILESTONE_TYPES = [
  'campaign.sent',
  'campaign.scheduled',
  'workflow.started',
  'workflow.completed',
  'workflow.email.scheduled',
] as const;

export const ACTIVITY_TYPES = [...OF_EVENTS, ...MILESTONE_TYPES] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];
