/** Every service there is, in the order they start; the edges come last and go first. */
export const SERVICE_NAMES = [
  'accounts',
  'contacts',
  'segments',
  'events',
  'templating',
  'verification',
  'delivery',
  'campaigns',
  'workflows',
  'relay',
  'gateway',
] as const;
