/**
 * Optional OpenTelemetry tracing (optional peer dependency `@opentelemetry/api`).
 *
 * Creates a server span per request, which continues the client's trace (W3C Trace Context), and a client span per backend
 * call, propagated to remote services.
 */
import type { Middleware } from 'koa';
import { rejectMissing } from '../package-folder.ts';
import { routeOf } from './request-log.ts';

export interface Tracing {
  middleware: Middleware;
  /** Runs a search backend call in its own span. */
  withSpan<Result>(space: string, operation: string, run: () => Promise<Result>): Promise<Result>;
  /** Headers that propagate the trace to another service. */
  propagationHeaders(): Record<string, string>;
}

export const noTracing: Tracing = {
  middleware: (_ctx, next) => next(),
  withSpan: (_space, _operation, run) => run(),
  propagationHeaders: () => ({}),
};

/** Throws if the package is missing. */
export async function openTracing(): Promise<Tracing> {
  const onMissing = rejectMissing('TRACING needs', '@opentelemetry/api');
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api').catch(
    onMissing,
  );
  const tracer = trace.getTracer('semantic-search');
  return {
    middleware(ctx, next) {
      const parent = propagation.extract(context.active(), ctx.req.headers);
      const span = tracer.startSpan(ctx.method, { kind: SpanKind.SERVER }, parent);
      ctx.res.once('close', () => {
        const route = routeOf(ctx);
        span.updateName(`${ctx.method} ${route}`);
        // Semantic conventions for HTTP, without the query, which contains search terms.
        span.setAttributes({
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'url.path': ctx.path.slice(0, 500),
          'semantic_search.request_id': String(ctx.state.requestId),
        });
        if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return context.with(trace.setSpan(parent, span), next);
    },
    async withSpan(space, operation, run) {
      const attributes = { 'semantic_search.space': space, 'semantic_search.operation': operation };
      const span = tracer.startSpan(`${operation} ${space}`, { kind: SpanKind.CLIENT, attributes });
      try {
        return await context.with(trace.setSpan(context.active(), span), run);
      } catch (error) {
        // The message may contain search terms or addresses, so it is only logged.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    propagationHeaders() {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
  };
}
