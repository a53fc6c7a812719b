/** The session cookie (contract 5 "Cookie"): written at login, expired at logout, read from every dashboard request. */
import type { CookieSerializeOptions } from '@fastify/cookie';

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
