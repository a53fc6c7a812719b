/** Messages for logins with GitHub or Google that failed; the browser brings them to the dashboard. */

export const PROVIDERS = ['github', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { github: 'GitHub', google: 'Google' };

const TEXTS: Readonly<Record<string, (name: string) => string>> = {
  disabled: () => 'New user signups are currently disabled',
  unusable: () => 'This email address cannot be used for signup',
  expired: () => 'This login has expired or was begun in another browser. Please try again.',
  denied: (name) => `You did not let ${name} log you in.`,
  unverified: (name) => `Your ${name} account has no verified email address. Verify it there, then try again.`,
  failed: (name) => `Logging in with ${name} failed. Please try again later.`,
};

/** @param refusal accounts' word; any other counts as failed */
export function refusalText(provider: Provider, refusal: string | null | undefined): string {
  const text = TEXTS[Object.hasOwn(TEXTS, refusal ?? '') ? refusal! : 'failed']!;
  return text(PROVIDER_NAMES[provider]);
}

const ALL: ReadonlySet<string> = new Set(
  PROVIDERS.flatMap((provider) => Object.keys(TEXTS).map((refusal) => refusalText(provider, refusal))),
);

/** Whether a text is one of these: a page of ours shows nothing else that its address says. */
export const isRefusalText = (text: string): boolean => ALL.has(text);
