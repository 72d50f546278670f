/**
 * Spans of OpenTelemetry, where the operator wishes them and `@opentelemetry/api` is installed (an optional peer): one for
 * every request, which goes on the trace of its client (W3C Trace Context), and in it one for every call of a backend,
 * which services elsewhere are told of.
 */
import type { Context, Middleware } from 'koa';
import { routeOf } from './request-log.ts';

export interface Tracing {
  /** Empty where tracing is off. */
  steps: Middleware[];
  /** Runs a call of a search backend in a span of its own. */
  call<Result>(space: string, operation: string, run: () => Promise<Result>): Promise<Result>;
  /** Headers that carry the trace to another service. */
  carried(): Record<string, string>;
}

export const noTracing: Tracing = {
  steps: [],
  call: (_space, _operation, run) => run(),
  carried: () => ({}),
};

/** Throws when it is on without the package. */
export async function openTracing(on: boolean): Promise<Tracing> {
  if (!on) return noTracing;
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api').catch(
    (cause: unknown) => {
      throw new Error('TRACING is on, but the package @opentelemetry/api is not installed', { cause });
    },
  );
  const tracer = trace.getTracer('semantic-search');
  const step: Middleware = (ctx, next) => {
    const parent = propagation.extract(context.active(), ctx.req.headers);
    const span = tracer.startSpan(ctx.method, { kind: SpanKind.SERVER }, parent);
    ctx.res.once('close', () => {
      span.updateName(`${ctx.method} ${routeOf(ctx)}`);
      span.setAttributes(attributesOf(ctx));
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(parent, span), next);
  };
  return {
    steps: [step],
    async call(space, operation, run) {
      const attributes = { 'semantic_search.space': space, 'semantic_search.operation': operation };
      const span = tracer.startSpan(`${operation} ${space}`, { kind: SpanKind.CLIENT, attributes });
      try {
        return await context.with(trace.setSpan(context.active(), span), run);
      } catch (error) {
        // Its words may hold what people search for, or an address: they are in the log.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    carried() {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
  };
}

/** By the semantic conventions for HTTP; never a query, which holds what people search for. */
function attributesOf(ctx: Context) {
  return {
    'http.request.method': ctx.method,
    'http.route': routeOf(ctx),
    'http.response.status_code': ctx.status,
    'url.path': ctx.path.slice(0, 500),
    'semantic_search.request_id': String(ctx.state.requestId),
  };
}
