/** What the service counts and times, in the text format of Prometheus at `/metrics`. */
import Router from '@koa/router';
import type { Context } from 'koa';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { ProblemError } from '../errors.ts';
import { durationHistogram } from './duration-histogram.ts';
import { pullCounter, pullGauge } from './pull-gauges.ts';

export interface Metrics {
  /** `route` is a pattern such as `/api/configurations/:configId`, never a path: paths would be without number. */
  request(of: { method: string; route: string; status: number; seconds: number }): void;
  /** A call of a search backend that was made: questions that waited along for another one's answer are none. */
  backend(of: { space: string; operation: string; outcome: 'answered' | 'failed'; seconds: number }): void;
  /** Whether a token was remembered from before or had to be checked. */
  token(outcome: 'remembered' | 'checked'): void;
  /** `taken` tells how many uploads of what there are just now. */
  uploads(of: string, taken: () => number): void;
  /** `count` tells how many calls wait for their turn just now; a backend elsewhere has one line for all operations. */
  waiting(of: { space: string; operation?: string }, count: () => number): void;
  /** `bytes` tells how many bytes of bodies are in memory just now. */
  held(of: 'answers' | 'requests', bytes: () => number): void;
  /** `count` tells how many answers have been cut off to make room for others. */
  cutOff(count: () => number): void;
  text(): Promise<string>;
}

export type Exposure = 'off' | 'loopback' | 'open';

/** Those of the process, which are of all servers that run in it one after another: what observes it cannot be taken away. */
let ofProcess: Registry | undefined;

function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

/** `linesDropped` tells how many lines of the log have been dropped. */
export function openMetrics(linesDropped: () => number = () => 0): Metrics {
  const process = processMetrics();
  const registry = new Registry();
  const request = durationHistogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, pattern of the route and status',
    labelNames: ['method', 'route', 'status'],
    registry,
  });
  const call = durationHistogram({
    name: 'backend_call_duration_seconds',
    help: 'Calls of search backends by search space, operation and outcome',
    labelNames: ['space', 'operation', 'outcome'],
    registry,
  });
  const tokens = { remembered: 0, checked: 0 };
  new Counter({
    name: 'token_checks_total',
    help: 'Tokens by whether they were remembered or had to be checked',
    labelNames: ['outcome'] as const,
    registers: [registry],
    // Counted by hand in between: every request counts one.
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(tokens)) if (count > 0) this.inc({ outcome }, count);
    },
  });
  pullCounter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that nobody took, and that there was no more room for',
    labelNames: [],
    registry,
  })({}, linesDropped);
  const uploads = pullGauge({
    name: 'uploads_in_progress',
    help: 'Uploads that have a place just now, by what they bring',
    labelNames: ['of'],
    registry,
  });
  const waiting = pullGauge({
    name: 'backend_calls_waiting',
    help: 'Calls of search backends that wait for their turn just now, by search space and operation',
    labelNames: ['space', 'operation'],
    registry,
  });
  const held = pullGauge({
    name: 'http_held_bytes',
    help: 'Bytes of long answers that wait for their readers, and of requests that are read or answered',
    labelNames: ['of'],
    registry,
  });
  const cutOff = pullCounter({
    name: 'http_answers_cut_off_total',
    help: 'Long answers that were read too slowly and were cut off, since there was no room for others',
    labelNames: [],
    registry,
  });
  return {
    request: (of) => request(of, of.seconds),
    backend: (of) => call(of, of.seconds),
    token(outcome) {
      tokens[outcome] += 1;
    },
    uploads: (of, taken) => uploads({ of }, taken),
    waiting,
    held: (of, bytes) => held({ of }, bytes),
    cutOff: (count) => cutOff({}, count),
    text: async () => (await process.metrics()) + (await registry.metrics()),
  };
}

/** `loopback` answers this machine only, and no proxy on it. */
export function metricsRoutes(metrics: Pick<Metrics, 'text'>, exposure: Exposure): Router {
  // By no other spelling: operators close this path at their proxies.
  const router = new Router({ sensitive: true, strict: true });
  router.get('/metrics', async (ctx) => {
    if (exposure === 'off' || (exposure === 'loopback' && !isLocal(ctx))) {
      throw new ProblemError('not-found', 'There is nothing at /metrics.');
    }
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
