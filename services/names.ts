/** Every service there is, in the order they start; the edge comes last and goes first. */
export const SERVICE_NAMES = ['accounts', 'contacts', 'segments', 'events', 'templating', 'delivery', 'campaigns', 'gateway'] as const;
