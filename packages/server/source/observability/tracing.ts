/** A span for every request, where the operator wishes it and `@opentelemetry/api` is installed (an optional peer). */
import type { Context, Middleware } from 'koa';
import { routeOf } from './request-log.ts';

/** The middleware; none where tracing is off. Throws when it is on without the package. */
export async function openTracing(on: boolean): Promise<Middleware[]> {
  if (!on) return [];
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
  return [step];
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
