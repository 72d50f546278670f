/** Liveness, readiness and version routes: /health, /ready, /api/version. */
import { setTimeout as pause } from 'node:timers/promises';
import type Router from '@koa/router';
import type { Logger } from 'pino';
import { operationRoutes } from '../auth/operation-routes.ts';
import * as checks from './component-checks.ts';

/** Logs the reason for a failure once, for the operator; `/ready` only names the component. */
export function healthRoutes(components: checks.HealthChecks, version: string, log: Logger): Router {
  const { required, optional } = components;
  const report = logChanges(log);
  const optionalInTime = Object.fromEntries(
    Object.entries(optional).map(([component, check]) => [component, withTimeout(check)]),
  );
  // Concurrent requests share the checks, because anybody may request them, and they cause remote calls.
  const checkAll = checks.sharedRun(() => checks.failureReasons({ ...required, ...optionalInTime }));
  return operationRoutes({
    getHealth: () => ({ status: 'alive' }),
    async getReadiness(ctx) {
      const reasons = [...(await checkAll())];
      for (const [component, reason] of reasons) report(component, reason);
      const failed = reasons.filter(([, reason]) => reason !== null);
      const ready = failed.every(([component]) => Object.hasOwn(optional, component));
      ctx.status = ready ? 200 : 503;
      ctx.set('Cache-Control', 'no-store');
      const parts = reasons.map(([component, reason]) => [component, stateOf(reason)]);
      return { status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(parts) };
    },
    getVersion: () => ({ version }),
  });
}

const stateOf = (reason: string | null) => (reason === null ? 'ready' : 'not ready');

/** Logs when a component becomes unavailable and when it is available again. */
function logChanges(log: Logger) {
  const unavailable = new Set<string>();
  return (component: string, reason: string | null): void => {
    if (reason !== null && !unavailable.has(component)) {
      unavailable.add(component);
      log.warn({ component, reason }, 'not ready');
    }
    if (reason === null && unavailable.delete(component)) log.info({ component }, 'ready again');
  };
}

/** `/ready` waits this long for optional components: load balancers wait a few seconds for `/ready`. */
const OPTIONAL_CHECK_TIMEOUT_MS = 500;

/** On timeout, returns the previous result; healthy until the first check has finished. */
function withTimeout(check: checks.ComponentChecks[string]): () => Promise<string | null> {
  let latest: string | null = null;
  const run = checks.sharedRun(async () => {
    latest = await checks.failureReason(check);
    return latest;
  });
  return () => {
    const latestInTime = pause(OPTIONAL_CHECK_TIMEOUT_MS, null, { ref: false }).then(() => latest);
    return Promise.race([run(), latestInTime]);
  };
}
