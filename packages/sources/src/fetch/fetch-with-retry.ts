/** Requests with retries and redirects on top of a fetcher. */
import { setTimeout } from 'node:timers/promises';
import type { Fetched, Fetcher, FetchRequest } from './fetcher.ts';

/** Limits if a server asks to wait (429 and 503): number of attempts, and time, which delays the whole run. */
const MAX_ATTEMPTS = 3;
const MAX_RETRY_SECONDS = 30;
/** RFC 9309, section 2.3.1.2, asks for at least five. */
const MAX_FOLLOWED = 5;

/** Requests an address; waits and retries if the server asks for it. Throws FetchError. */
export async function fetchWithRetry(fetcher: Fetcher, request: FetchRequest): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    const fetched = await fetcher.fetch(request);
    const { status, retryAfter } = fetched;
    const isBusy = (status === 429 || status === 503) && retryAfter !== undefined;
    if (!isBusy || retryAfter > MAX_RETRY_SECONDS || attempt === MAX_ATTEMPTS) return fetched;
    await setTimeout(Math.max(0, retryAfter) * 1000, undefined, { signal: request.signal });
  }
}

/** Like `fetchWithRetry`, but follows up to five redirects. Returns the last response and its address. */
export async function followRedirects(fetcher: Fetcher, request: FetchRequest) {
  let { address } = request;
  for (let redirects = 0; ; redirects += 1) {
    const fetched = await fetchWithRetry(fetcher, { ...request, address });
    const { status, location } = fetched;
    const isRedirect = status >= 300 && status < 400 && status !== 304 && location !== undefined;
    if (!isRedirect || redirects === MAX_FOLLOWED) return { fetched, address };
    address = location;
  }
}
