/**
 * Fast path: serves cached reads with a cached token synchronously, bypassing Koa.
 *
 * It never rejects a request. Anything unusual or not permitted takes the regular path, which implements all errors, so both
 * paths return the same responses.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { bearerOf } from './auth/authentication.ts';
import { clientIdentity } from './auth/client-identity.ts';
import { type Access, decide } from './auth/permission.ts';
import type { TokenCache } from './auth/token-cache.ts';
import type { CachedResponse } from './configurations/cached-responses.ts';
import { conditionalResponse, type TaggedResponse } from './http/conditional-requests.ts';
import type { CrossOrigin } from './http/cors.ts';
import { hasValidHost } from './http/host.ts';
import { acceptsJson } from './http/methods.ts';
import type { Count, RequestLimit, RequestLimits } from './http/rate-limit.ts';
import { hasBody } from './http/request-body.ts';
import { requestIdOf } from './http/request-id.ts';
import { abortIfStalled, type ResponseMemoryLimit } from './http/response-memory-limit.ts';
import type { LogRequest } from './observability/request-log.ts';

export interface FastPathOptions {
  readyAt(path: string): CachedResponse | undefined;
  checked: TokenCache;
  /** Called for every token found in the cache, for metrics. */
  remembered(): void;
  limits: RequestLimits;
  answers: ResponseMemoryLimit;
  crossOrigin: CrossOrigin;
  /** Headers of every response. */
  answerHeaders: readonly string[];
  tell: LogRequest;
}

interface Found {
  access: Access;
  route: string;
  tagged: TaggedResponse;
}

interface Ready {
  found: Found;
  started: number;
  /** Rate-limit headers. */
  headers: readonly string[];
}

/** `whole` is the regular listener, called for every other request. */
export function fastPath(parts: FastPathOptions, whole: RequestListener): RequestListener {
  const { address, token } = parts.limits;
  const limits = [address, token].filter((limit) => limit !== null);
  return (request, response) => {
    const started = performance.now();
    const found = findOrNot(request, parts);
    if (!found) return whole(request, response);
    const answer = (counts: Counts) => {
      const isRefused = counts.at(-1)?.[1].refusal;
      const ready = { found, started, headers: headersOf(counts) };
      if (!isRefused && isSent(request, response, ready, parts)) return;
      for (const [limit, count] of counts) limit.keep(request, count);
      whole(request, response);
    };
    if (limits.length === 0) return answer([]);
    countAll(request, limits).then(
      answer,
      () => whole(request, response), // The regular path meets the same error and handles it.
    );
  };
}

/** An exception here would end the process. The regular path meets it, too, and handles it. */
function findOrNot(request: IncomingMessage, parts: FastPathOptions): Found | undefined {
  try {
    return findReady(request, parts);
  } catch {
    return undefined;
  }
}

function isSent(
  request: IncomingMessage,
  response: ServerResponse,
  ready: Ready,
  parts: FastPathOptions,
): boolean {
  try {
    return send(request, response, ready, parts);
  } catch {
    return false;
  }
}

function findReady(request: IncomingMessage, parts: FastPathOptions): Found | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || !acceptsJson(headers.accept) || !hasValidHost(request) || hasBody(request)) return;
  const read = parts.readyAt(url);
  const bearer = bearerOf(headers.authorization);
  const access = read && bearer !== undefined && parts.checked.find(bearer, request.socket);
  if (!access || parts.checked.end(access) !== null) return;
  if (!decide(access, read.wish, { origin: headers.origin }).permitted) return;
  const tagged = read.find(access);
  // Streamed responses take the regular path.
  return tagged && !tagged.full.pieces ? { access, route: read.route, tagged } : undefined;
}

type Counts = readonly (readonly [RequestLimit, Count])[];

/** Stops counting after the first exceeded limit. */
async function countAll(request: IncomingMessage, limits: readonly RequestLimit[]): Promise<Counts> {
  const counts: [RequestLimit, Count][] = [];
  for (const limit of limits) {
    const count = await limit.count(request);
    counts.push([limit, count]);
    if (count.refusal) break;
  }
  return counts;
}

/** If there are several limits, the headers of the last one win. */
function headersOf(counts: Counts): string[] {
  const headers: Record<string, string> = {};
  for (const [, count] of counts) Object.assign(headers, count.headers);
  return Object.entries(headers).flat();
}

/** False if the memory limit for pending responses is reached. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { found, started, headers }: Ready,
  { remembered, answerHeaders, answers, crossOrigin, tell }: FastPathOptions,
): boolean {
  const { access, route, tagged } = found;
  const requestId = requestIdOf(request);
  const answer = conditionalResponse(request, tagged);
  const { body } = answer;
  if (typeof body === 'object' && !answers.fits(body, clientIdentity(access))) return false;
  const all = ['X-Request-Id', requestId, ...answerHeaders, ...answer.headers];
  if (headers.length > 0) all.push(...headers);
  if (request.headers.origin !== undefined) all.push(...crossOrigin(request, access));
  remembered();
  tell(response, started, () => {
    const path = request.url ?? '';
    return { requestId, method: 'GET', path, route, status: answer.status, access };
  });
  response.writeHead(answer.status, all).end(body);
  // Usually the socket buffer has taken the whole response.
  if (response.writableLength > 0) {
    if (typeof body === 'object') answers.holdAnyway(response, body, clientIdentity(access));
    abortIfStalled(response);
  }
  return true;
}
