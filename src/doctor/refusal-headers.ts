import type { Exchange } from '../wire/exchange.js';
import { headerValue, headerValues } from '../wire/headers.js';
import { shortly } from './shortly.js';

/** Where people sign in: a part of a host or a path that is called so. */
const LOGIN = /(?:^|[^a-z])(?:log-?in|log-?on|sign-?in|sso|saml\d?|oauth\d?|oidc|auth|authorize|idp)(?:[^a-z]|$)/i;

const SENT_ELSEWHERE = 'the service sends elsewhere: set TRADECERT_BASE_URL to where it really is';
const SENT_TO_LOGIN =
  'the service sends to a login page: see that the token is of this environment and has not ended or been revoked, and that TRADECERT_BASE_URL is the address for programs, not the one for browsers';

/** What the headers of a refusal say of its reason, to be put behind what is told of it; empty where they say nothing. */
export function toldByHeaders({ response }: Exchange): string {
  if (response === undefined || response.status < 300) return '';
  const challenges = headerValues(response.headers, 'www-authenticate');
  const told = challenges.length === 0 ? [] : [`WWW-Authenticate: ${shortly(challenges.join(', '))}`];
  const location = isRedirect(response.status) ? headerValue(response.headers, 'location') : undefined;
  if (location !== undefined) told.push(`Location: ${shortly(withoutQuery(location))}`);
  return told.map((header) => `; with ${header}`).join('');
}

/** What to do about an answer that sends elsewhere; `null` where it does not. */
export function remedyForRedirect({ response }: Exchange): string | null {
  if (response === undefined || !isRedirect(response.status)) return null;
  return LOGIN.test(withoutQuery(headerValue(response.headers, 'location') ?? '')) ? SENT_TO_LOGIN : SENT_ELSEWHERE;
}

/** Whether a refusal may be for what the token is allowed to do. */
export function mayLackRight({ response }: Exchange): boolean {
  if (response?.status === 403) return true;
  return response?.status === 401 && headerValue(response.headers, 'www-authenticate') !== undefined;
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** A query may hold a secret of the service, such as the state of a session. */
function withoutQuery(location: string): string {
  return location.replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/)[^/?#]*@/i, '$1').replace(/([?#]).+$/s, '$1…');
}
