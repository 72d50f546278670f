/**
 * The headers that every answer has: its request's id, and what keeps a browser from doing more with it than it is meant
 * for. They are set when an answer is on its way out, so that one which lies ready takes all its headers in one call:
 * setting them one by one costs as much as sending them.
 */
import type { ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import { type AnswerBudget, tooManyUnread } from './answer-budget.ts';

const pageSources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'https:', 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
};

/** An answer of the API is data: nothing may run in it or keep it, unless its route says otherwise. */
const apiHeaders: Record<string, string> = {
  Vary: 'Origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const strictTransportSecurity = { maxAge: 15_552_000 };

/** Names and values in turn. `https` tells browsers to come back over TLS only. */
export function headersOfApi(https: boolean): readonly string[] {
  const overTls = [
    'Strict-Transport-Security',
    `max-age=${strictTransportSecurity.maxAge}; includeSubDomains`,
  ];
  return [...Object.entries(apiHeaders).flat(), ...(https ? overTls : [])];
}

export function answerHeaders(https: boolean): Middleware {
  const forPages = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: pageSources },
    strictTransportSecurity: https && strictTransportSecurity,
  });
  const forApi = headersOfApi(https);
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) {
      ctx.set('X-Request-Id', ctx.state.requestId);
      return forPages(ctx, next);
    }
    ctx.state.answerHeaders = forApi;
    await next();
    if (ctx.headerSent) return;
    // It may vary by more already, such as what it is compressed with.
    ctx.vary('Origin');
    setAbsent(ctx.res, forApi);
    setAbsent(ctx.res, ['Cache-Control', 'no-store', 'X-Request-Id', ctx.state.requestId]);
  };
}

function setAbsent(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    if (!response.hasHeader(headers[index]!)) response.setHeader(headers[index]!, headers[index + 1]!);
  }
}

/** An answer of the API that lies ready. `headers` are names and values in turn. */
export interface ReadyAnswer {
  status: number;
  headers: readonly string[];
  body?: string | Buffer;
}

/** Sends all at once, past Koa, which would set every header by itself. Throws service-unavailable when too much waits. */
export function sendReady(ctx: Context, { status, headers, body }: ReadyAnswer): void {
  const { requestId, answerHeaders, answers } = ctx.state;
  if (ctx.method === 'HEAD') body = undefined;
  if (!isCounted(ctx.res, body, answers)) throw tooManyUnread();
  ctx.res.writeHead(status, ['X-Request-Id', requestId, ...answerHeaders, ...headers]).end(body);
}

/** False when there is no room for it. What is short is no buffer and not counted. */
export function isCounted(
  response: ServerResponse,
  body: string | Buffer | undefined,
  answers: AnswerBudget,
): boolean {
  return typeof body !== 'object' || answers.hold(response, body) !== null;
}
