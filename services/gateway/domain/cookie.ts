/** The session cookie (decisions 5). */

export const SESSION_COOKIE = 'next_token';
const SEVEN_DAYS = 7 * 24 * 3_600;

export interface CookiePolicy {
  /** The API is reached over https. */
  secure: boolean;
  /** The dashboard is on another site than the API. */
  crossSite: boolean;
}

/** Site = scheme and registrable domain; without a list of public suffixes the last two labels stand for the latter. */
export function cookiePolicy(apiUri: string, dashboardUri: string): CookiePolicy {
  const site = (address: string): string => {
    const { protocol, hostname } = new URL(address);
    const registrable = /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
    return `${protocol}//${registrable}`;
  };
  return { secure: apiUri.startsWith('https:'), crossSite: site(apiUri) !== site(dashboardUri) };
}

function serialise(value: string, maxAge: number, { secure, crossSite }: CookiePolicy): string {
  const sameSite = secure && crossSite ? 'None' : 'Lax';
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
}

/** `Set-Cookie` of a login. */
export function sessionCookie(token: string, policy: CookiePolicy): string {
  return serialise(token, SEVEN_DAYS, policy);
}

/** `Set-Cookie` of a logout: the same attributes, already over. */
export function expiredCookie(policy: CookiePolicy): string {
  return `${serialise('', 0, policy)}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
}

/** The session token in a `Cookie` header, if any. */
export function readSession(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, ...rest] = pair.split('=');
    if (name!.trim() === SESSION_COOKIE) return rest.join('=').trim() || undefined;
  }
  return undefined;
}
