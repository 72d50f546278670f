/** Prometheus metrics in the text exposition format at `/metrics`. */
import Router from '@koa/router';
import type { Context } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ProblemError } from '../errors/problem.ts';
import type { Variables } from '../settings/environment.ts';
import type { Observe } from './request-log.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** Upper bounds of durations in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Process metrics, shared by all servers of this process, because their observers cannot be removed. */
let sharedRegistry: Registry | undefined;

function processMetrics(): Registry {
  if (sharedRegistry) return sharedRegistry;
  sharedRegistry = new Registry();
  collectDefaultMetrics({ register: sharedRegistry });
  return sharedRegistry;
}

export function openMetrics() {
  const ofProcess = processMetrics();
  const registry = new Registry();
  const registers = [registry];
  const durations = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const requests = durations('http_request_duration_seconds', 'HTTP requests', ['method', 'route', 'status']);
  const calls = durations(
    'backend_call_duration_seconds',
    'Search backend call duration by search space, operation and outcome',
    ['space', 'operation', 'outcome'],
  );
  const sourceRuns = counter(
    'source_runs_total',
    'Finished runs of scheduled sources by search space, source and outcome',
    ['space', 'source', 'outcome'],
  );
  const lastSuccess = new Gauge({
    name: 'source_last_success_timestamp_seconds',
    help: 'End of the last successful run of a scheduled source since the start, by search space and source',
    labelNames: ['space', 'source'] as const,
    registers,
  });
  const events = counter('search_events_total', 'Search events of visitors: counted or dropped', ['outcome']);
  const queues: { labels: { space: string; operation?: string }; length: () => number }[] = [];
  new Gauge({
    name: 'backend_calls_waiting',
    help: 'Queued search backend calls by search space and operation',
    labelNames: ['space', 'operation'] as const,
    registers,
    collect() {
      for (const { labels, length } of queues) this.set(labels, length());
    },
  });
  return {
    /** `route` is a pattern such as `/api/configurations/:configId`, never a path, to limit the cardinality. */
    request: ({ seconds, ...labels }: Parameters<Observe>[0]): void => requests.observe(labels, seconds),
    /** A call to a search backend; coalesced requests count once. */
    backend: ({ seconds, ...labels }: BackendCall): void => calls.observe(labels, seconds),
    /** `length` returns the number of queued calls; a remote backend has one queue for all operations. */
    waiting: (labels: { space: string; operation?: string }, length: () => number): void => {
      queues.push({ labels, length });
    },
    /** A finished run of a scheduled source. */
    sourceRun({ outcome, ...labels }: { space: string; source: string; outcome: 'succeeded' | 'failed' }) {
      sourceRuns.inc({ ...labels, outcome });
      if (outcome === 'succeeded') lastSuccess.set(labels, Date.now() / 1000);
    },
    /** Events of visitors that were counted, or dropped. */
    events: (outcome: 'counted' | 'dropped', number: number): void => events.inc({ outcome }, number),
    /** The metrics of the service, without process metrics. */
    registry,
    text: async (): Promise<string> => (await ofProcess.metrics()) + (await registry.metrics()),
  };
}

export interface BackendCall {
  space: string;
  operation: string;
  outcome: 'answered' | 'failed';
  seconds: number;
}

/** With `loopback`, only clients on the same machine get metrics, but not through a proxy. */
export function metricsRoutes(metrics: Pick<Metrics, 'text'>, exposure: Variables['METRICS']): Router {
  // Exactly one spelling, so that operators can block the path in their proxies.
  const router = new Router({ sensitive: true, strict: true });
  router.get('/metrics', async (ctx) => {
    if (exposure === 'off' || (exposure === 'loopback' && !isLocal(ctx)))
      throw new ProblemError('not-found', 'No resource exists at /metrics.');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8';
    ctx.body = await metrics.text();
  });
  return router;
}

function isLocal({ req }: Context): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, via } = req.headers;
  const direct = forwarded === undefined && forwardedFor === undefined && via === undefined;
  return direct && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(req.socket.remoteAddress ?? '');
}
