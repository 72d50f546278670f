/** Liveness, readiness and version routes: /health, /ready, /api/version. */
import Router from '@koa/router';
import type { Logger } from 'pino';

/** Health checks by component name; each returns the reason for a failure, or null. */
export type Parts = Record<string, () => string | null | Promise<string | null>>;

export interface HealthChecks {
  /** Required components. */
  parts: Parts;
  /** Optional components, such as remote backends: reported, but they do not affect readiness. */
  dispensable: Parts;
}

/** Failure reasons are for the operator: logged once. `/ready` only names the component. */
export function healthRoutes({ parts, dispensable }: HealthChecks, version: string, log: Logger): Router {
  const router = new Router({ sensitive: true });
  const tell = tellingChanges(log);
  const inTime = Object.fromEntries(
    Object.entries(dispensable).map(([name, ask]) => [name, answeredInTime(ask)]),
  );
  const all: Parts = { ...parts, ...inTime };
  let looking: Promise<[name: string, state: string][]> | null = null;
  /** Concurrent requests share one check, because they are unauthenticated and cause remote calls. */
  const look = () => {
    looking ??= statesOf(all, tell).finally(() => {
      looking = null;
    });
    return looking;
  };
  router.get('/health', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/ready', async (ctx) => {
    const states = await look();
    const ready = states.every(([name, state]) => state === 'ready' || Object.hasOwn(dispensable, name));
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(states) };
  });
  router.get('/api/version', (ctx) => {
    ctx.body = { version };
  });
  return router;
}

type Tell = (part: string, trouble: string | null) => void;

function statesOf(parts: Parts, tell: Tell): Promise<[name: string, state: string][]> {
  return Promise.all(
    Object.entries(parts).map(async ([name, ask]): Promise<[string, string]> => {
      const trouble = await troubleOf(ask);
      tell(name, trouble);
      return [name, trouble === null ? 'ready' : 'not ready'];
    }),
  );
}

function tellingChanges(log: Logger): Tell {
  const troubled = new Set<string>();
  return (part, trouble) => {
    if (trouble !== null && !troubled.has(part)) {
      troubled.add(part);
      log.warn({ part, trouble }, 'not ready');
    }
    if (trouble === null && troubled.delete(part)) log.info({ part }, 'ready again');
  };
}

/** `/ready` waits this long for optional components. */
const OPTIONAL_CHECK_TIMEOUT_MS = 500;

/** On timeout, returns the previous result; healthy until the first check has finished. */
function answeredInTime(ask: Parts[string]): () => Promise<string | null> {
  let latest: string | null = null;
  let looking: Promise<string | null> | undefined;
  return async () => {
    looking ??= troubleOf(ask).then((trouble) => {
      looking = undefined;
      latest = trouble;
      return trouble;
    });
    const { promise: late, resolve } = Promise.withResolvers<string | null>();
    const timer = setTimeout(() => resolve(latest), OPTIONAL_CHECK_TIMEOUT_MS);
    return Promise.race([looking, late]).finally(() => clearTimeout(timer));
  };
}

async function troubleOf(ask: Parts[string]): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    return String(error);
  }
}
