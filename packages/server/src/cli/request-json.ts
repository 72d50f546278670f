/** Requests of commands to a server, with JSON responses. */
import type { Problem } from '@semantic-search/contract';

/** Throws an error with the reason of the server. */
export async function requestJson<Body>(url: string, request: RequestInit): Promise<Body> {
  const response = await fetch(url, request);
  const body = await response.json().catch(() => ({ detail: `HTTP status ${response.status}` }));
  if (!response.ok) throw new Error((body as Problem).detail);
  return body as Body;
}
