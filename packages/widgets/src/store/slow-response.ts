/** Notice of a slow response. */

/** A third of the client's default timeout. */
const SLOW_RESPONSE_MS = 10_000;

/** Calls `report` if the response takes long; settles like `request`. */
export function watchResponse<Response>(request: Promise<Response>, report: () => void): Promise<Response> {
  const timer = setTimeout(report, SLOW_RESPONSE_MS);
  return request.finally(() => clearTimeout(timer));
}
