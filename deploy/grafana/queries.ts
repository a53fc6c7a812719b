/** PromQL that several panels share. */

/** Restricts a metric to the release and the processes chosen at the top of the board. */
export const CHOSEN = 'namespace=~"$namespace",release=~"$release",process=~"$process"';

const within = (labels: string): string => (labels ? `{${CHOSEN},${labels}}` : `{${CHOSEN}}`);

/** Per second, summed by labels. */
export function rate(counter: string, by = '', labels = ''): string {
  return `sum ${by ? `by (${by}) ` : ''}(rate(${counter}${within(labels)}[$__rate_interval]))`;
}

/** A quantile of a histogram. */
export function quantile(q: number, histogram: string, { by = '', labels = '' } = {}): string {
  return (
    `histogram_quantile(${q}, sum by (${['le', by].filter(Boolean).join(', ')}) ` +
    `(rate(${histogram}_bucket${within(labels)}[$__rate_interval])))`
  );
}

/** The share of a counter that has these labels. */
export function share(counter: string, labels: string): string {
  return `${rate(counter, '', labels)} / ${rate(counter)}`;
}

/** What every replica reports alike, once. */
export function once(gauge: string, by: string): string {
  return `max by (${by}) (${gauge}${within('')})`;
}

/** A gauge of each process. */
export function each(gauge: string, labels = ''): string {
  return `${gauge}${within(labels)}`;
}
