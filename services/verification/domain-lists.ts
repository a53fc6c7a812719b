/** Lists of disposable and free-mail domains, from packages: they change with a dependency, never at run time. */
import { createRequire } from 'node:module';
import type { DomainLists } from './domain/verdict.ts';

const require = createRequire(import.meta.url);

/** Placeholders in the list of mail providers at which nobody has a mailbox. */
const PLACEHOLDERS = new Set(['example.com', 'test.com', 'test.de', 'yourdomain.com']);

/** Reads the lists once, about 120,000 names. A sub-domain of a disposable domain is disposable too. */
export function createDomainLists(): DomainLists {
  const disposable = new Set<string>(require('disposable-email-domains/index.json') as string[]);
  const providers = (require('email-providers/common.json') as string[]).filter((domain) => !PLACEHOLDERS.has(domain));
  const personal = new Set<string>(providers.filter((domain) => !disposable.has(domain)));

  function isDisposable(domain: string): boolean {
    for (let at = 0; at >= 0; at = domain.indexOf('.', at) + 1 || -1) {
      if (disposable.has(domain.slice(at))) return true;
    }
    return false;
  }

  return { isDisposable, isPersonal: (domain) => personal.has(domain) };
}
