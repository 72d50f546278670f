/** Requests of commands to a server, with JSON responses. */
import type { Problem } from '@semantic-search/contract';

/** Throws an error with the reason of the server. */
export async function requestJson<Body>(url: string, request: RequestInit): Promise<Body> {
  const response = await fetch(url, request);
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as Body;
}

/** The reason of a failed response. */
export async function errorOf(response: Response): Promise<Error> {
  const problem = (await response
    .json()
    .catch(() => ({ detail: `HTTP status ${response.status}` }))) as Problem;
  return new Error(problem.detail);
}
