/** Where a fact is published: `facts.<projectId>.<service>.<kind>`. Pure. */

export const FACTS = 'FACTS';
export const FACTS_DEAD = 'FACTS_DEAD';
export const FACTS_SUBJECTS = 'facts.>';
export const DEAD_SUBJECTS = 'dead.>';

const TOKEN = /[^A-Za-z0-9_-]/g;

/** Any text → tokens that NATS accepts in a subject: what it does not allow becomes `_`, empty tokens too. */
function tokens(text: string): string {
  return text
    .split('.')
    .map((token) => token.replace(TOKEN, '_') || '_')
    .join('.');
}

/**
 * @param kind the fact's kind when its name is free text (`tracked`); by default the name, whose dots part the tokens.
 */
export function subjectOf(service: string, fact: { projectId: string; name: string }, kind: string = fact.name): string {
  return `facts.${fact.projectId.replace(TOKEN, '_') || '_'}.${service}.${tokens(kind)}`;
}

/** `facts.p.delivery.email.sent` that `timeline` could not act on → `dead.timeline.p.delivery.email.sent`. */
export function deadSubject(consumer: string, subject: string): string {
  return `dead.${consumer}.${subject.replace(/^facts\./, '')}`;
}
