/** What is told when a contact joins or leaves a segment (seed §6, decisions 6). */

export type Move = 'entry' | 'exit';

export interface News {
  slug: string;
  name: string;
}

export interface Moved {
  /** The fact's id. */
  id: string;
  projectId: string;
  segmentId: string;
  news: News;
  move: Move;
  contactId: string;
  at: Date;
}

export function membershipFact({ id, projectId, segmentId, news, move, contactId, at }: Moved) {
  return { id, projectId, name: `segment.${news.slug}.${move}`, at: at.toISOString(), contactId, data: { segmentId, segmentName: news.name } };
}
