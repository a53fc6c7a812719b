/**
 * The session cookie (contract 5 "Cookie"): written at login, expired at logout, read from every dashboard request; and the one that ties
 * the way back from a login provider to the browser that went there.
 */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '#kit/config/config.ts';

export const SESSION_COOKIE = 'next_token';
const SEVEN_DAYS = 7 * 24 * 3_600;

export interface CookiePolicy {
  /** The API is reached over https. */
  secure: boolean;
  /** The dashboard is on another site than the API. */
  crossSite: boolean;
}

/** A cookie as an answer sets it. */
export interface Cookie {
  name: string;
  value: string;
  options: CookieSerializeOptions;
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

/** As this deployment's addresses have it. */
export function policyOf({ http }: Config): CookiePolicy {
  return cookiePolicy(http.apiUri, http.dashboardUri);
}

function attributes({ secure, crossSite }: CookiePolicy): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: secure && crossSite ? 'none' : 'lax', secure };
}

/** What a login sets. */
export function sessionCookie(token: string, policy: CookiePolicy): Cookie {
  return { name: SESSION_COOKIE, value: token, options: { ...attributes(policy), maxAge: SEVEN_DAYS } };
}

/** What a logout sets: the same attributes, already over. */
export function expiredCookie(policy: CookiePolicy): Cookie {
  return { name: SESSION_COOKIE, value: '', options: { ...attributes(policy), maxAge: 0, expires: new Date(0) } };
}

const TEN_MINUTES = 600;

/** Over https the prefix keeps other hosts of the site from setting it (RFC 6265bis). */
export const loginCookieName = ({ secure }: CookiePolicy): string => (secure ? '__Host-social_login' : 'social_login');

/** What the way to a login provider sets; Lax, as the provider sends the browser back by a link. An empty value expires it. */
export function loginCookie(value: string, policy: CookiePolicy): Cookie {
  const maxAge = value === '' ? 0 : TEN_MINUTES;
  return { name: loginCookieName(policy), value, options: { path: '/', httpOnly: true, sameSite: 'lax', secure: policy.secure, maxAge } };
}
