/** Takes from several queues in turn, so that none goes before the others. */
export function inTurns<T>(queues: readonly (readonly T[])[], limit: number): T[] {
  const taken: T[] = [];
  for (let place = 0; taken.length < limit; place += 1) {
    const round = queues.flatMap((queue) => queue.slice(place, place + 1));
    if (round.length === 0) break;
    taken.push(...round.slice(0, limit - taken.length));
  }
  return taken;
}
