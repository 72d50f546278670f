/** Reasons of failed requests for the owner of the page, for example a blocked origin (lazy). */
import type { ApiError } from '@semantic-search/client';
import { isPermanentError } from '../markup/failures.ts';
import { serviceUrl } from '../store/safe-url.ts';

/** What is wrong and how to repair it; undefined if only the service knows. */
export async function reasonOf(error: ApiError, endpoint: string): Promise<string | undefined> {
  const { code, detail } = error;
  if (code === 'unreachable') return navigator.onLine ? unreachableReason(endpoint) : undefined;
  if (code === 'unreadable') return `${detail} Check the attribute "endpoint", which is "${endpoint}".`;
  return isPermanentError(error) ? detail : undefined;
}

async function unreachableReason(endpoint: string): Promise<string> {
  if (!URL.canParse(endpoint, location.href)) return `The attribute "endpoint" is no URL: "${endpoint}".`;
  const { origin, protocol } = new URL(endpoint, location.href);
  const { responds, isBlocked } = await probe(serviceUrl(endpoint, '/widget.js'));
  if (isBlocked) return `The content security policy of this page blocks ${origin}. Add it to connect-src.`;
  if (responds)
    return `${origin} responds, but does not let this page (${self.origin}) read it. Check that the attribute "endpoint" is the address of the search service, and that no proxy removes CORS headers or rejects OPTIONS requests.`;
  if (location.protocol === 'https:' && protocol === 'http:')
    return `This page is on https:, from where browsers block ${origin}. Serve the search service on https:, too.`;
  return `${origin} does not respond. Check that the attribute "endpoint" is the address of the search service, that it runs with a valid certificate, and that no extension of the browser blocks it.`;
}

/** Requests a file without CORS: a page then learns whether a server responds, but not what. */
async function probe(url: string): Promise<{ responds: boolean; isBlocked: boolean }> {
  let isBlocked = false;
  const noteViolation = ({ violatedDirective }: SecurityPolicyViolationEvent) => {
    isBlocked ||= violatedDirective === 'connect-src' || violatedDirective === 'default-src';
  };
  document.addEventListener('securitypolicyviolation', noteViolation);
  const request = fetch(url, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' });
  const responds = await request.then(() => true).catch(() => false);
  // The violation event fires after the rejection.
  await new Promise((resolve) => setTimeout(resolve));
  document.removeEventListener('securitypolicyviolation', noteViolation);
  return { responds, isBlocked };
}
