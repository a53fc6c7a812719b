/** Whom a campaign is for: conditions and segments are segments' to read, contacts are contacts' to count. */
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import type { Content } from './domain/content.ts';

export interface AudienceParts {
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'countAudience'>;
  segments: Pick<Client<typeof SegmentsServiceDefinition>, 'compile' | 'findRefs'>;
}

type Asked = Pick<Content, 'type' | 'audienceType' | 'audienceCondition' | 'segmentId'>;
/** As contacts' StreamAudience takes it; undefined: every contact. */
export type Filter = Record<string, unknown> | undefined;
export interface Audience {
  filterOf(asked: Asked, call: CallMeta): Promise<Filter>;
  /** Contacts who would get it now. */
  count(asked: Asked, call: CallMeta): Promise<number>;
  /** Names of segments, by id; those that are gone are left out. */
  names(ids: readonly string[], call: CallMeta): Promise<Map<string, string>>;
}

/** Everything but TRANSACTIONAL goes to subscribed contacts only (contract 3.1). */
const SUBSCRIBED = { subscribed: true } as const;

export function createAudience({ contacts, segments }: AudienceParts): Audience {
  /** Faults BAD_REQUEST for a condition that is none, RESOURCE_NOT_FOUND for an unknown segment. */
  async function compile({ audienceType, audienceCondition, segmentId }: Asked, call: CallMeta): Promise<Filter> {
    if (audienceType === 'ALL') return undefined;
    const what = audienceType === 'SEGMENT' ? { segmentId: segmentId! } : { condition: audienceCondition! };
    return (await segments.compile(what, call)).filter ?? {};
  }

  async function filterOf(asked: Asked, call: CallMeta): Promise<Filter> {
    const filter = await compile(asked, call);
    if (asked.type === 'TRANSACTIONAL') return filter;
    return filter ? { $and: [filter, SUBSCRIBED] } : SUBSCRIBED;
  }

  return {
    filterOf,

    async count(asked: Asked, call: CallMeta): Promise<number> {
      const filter = await filterOf(asked, call);
      return (await contacts.countAudience({ filter, atMost: 0 }, call)).total;
    },

    async names(ids: readonly string[], call: CallMeta): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const { segments: found } = await segments.findRefs({ ids: [...new Set(ids)] }, call);
      return new Map(found.map(({ id, name }) => [id, name]));
    },
  };
}
