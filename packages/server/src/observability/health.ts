/** Liveness, readiness and version routes: /health, /ready, /api/version. */
import { setTimeout as pause } from 'node:timers/promises';
import type Router from '@koa/router';
import type { Logger } from 'pino';
import { operationRoutes } from '../auth/operation-routes.ts';

/** Health checks by component name; each returns the reason for a failure, or null. */
export type ComponentChecks = Record<string, () => string | null | Promise<string | null>>;

export interface HealthChecks {
  required: ComponentChecks;
  /** Checks of components such as remote backends, which are reported but do not affect readiness. */
  optional: ComponentChecks;
}

/** Logs the reason for a failure once, for the operator; `/ready` only names the component. */
export function healthRoutes({ required, optional }: HealthChecks, version: string, log: Logger): Router {
  const report = logChanges(log);
  const optionalInTime = Object.fromEntries(
    Object.entries(optional).map(([name, check]) => [name, withTimeout(check)]),
  );
  // Concurrent requests share the checks, because anybody may request them, and they cause remote calls.
  const checkAll = sharedRun(() => statesOf({ ...required, ...optionalInTime }, report));
  return operationRoutes({
    getHealth: () => ({ status: 'alive' }),
    async getReadiness(ctx) {
      const states = await checkAll();
      const ready = states.every(([name, state]) => state === 'ready' || Object.hasOwn(optional, name));
      ctx.status = ready ? 200 : 503;
      ctx.set('Cache-Control', 'no-store');
      return { status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(states) };
    },
    getVersion: () => ({ version }),
  });
}

type Report = (name: string, reason: string | null) => void;

function statesOf(checks: ComponentChecks, report: Report): Promise<[name: string, state: string][]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<[string, string]> => {
      const reason = await reasonOf(check);
      report(name, reason);
      return [name, reason === null ? 'ready' : 'not ready'];
    }),
  );
}

/** Logs when a component becomes unavailable and when it is available again. */
function logChanges(log: Logger): Report {
  const unavailable = new Set<string>();
  return (part, reason) => {
    if (reason !== null && !unavailable.has(part)) {
      unavailable.add(part);
      log.warn({ part, trouble: reason }, 'not ready');
    }
    if (reason === null && unavailable.delete(part)) log.info({ part }, 'ready again');
  };
}

/** `/ready` waits this long for optional components. */
const OPTIONAL_CHECK_TIMEOUT_MS = 500;

/** On timeout, returns the previous result; healthy until the first check has finished. */
function withTimeout(check: ComponentChecks[string]): () => Promise<string | null> {
  let latest: string | null = null;
  const run = sharedRun(async () => {
    latest = await reasonOf(check);
    return latest;
  });
  return () => {
    const latestInTime = pause(OPTIONAL_CHECK_TIMEOUT_MS, null, { ref: false }).then(() => latest);
    return Promise.race([run(), latestInTime]);
  };
}

/** Concurrent calls share one run. */
export function sharedRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The reason for a failure; null if the component works. */
export async function reasonOf(check: ComponentChecks[string]): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return String(error);
  }
}
