/** Whether the process lives, whether it can serve, and which version it is. */
import Router from '@koa/router';
import type { Logger } from 'pino';

/** A part of the service by name: why it cannot do its work now, null when it can. */
export type Parts = Record<string, () => string | null | Promise<string | null>>;

export interface HealthChecks {
  /** All that the service cannot do without. */
  parts: Parts;
  /** What it does the rest of its work without, such as a service elsewhere: it is named, and the service stays ready. */
  dispensable: Parts;
}

/** What is wrong with a part is for the operator: the log says it once, `/ready` only names the part. */
export function healthRoutes({ parts, dispensable }: HealthChecks, version: string, log: Logger): Router {
  const router = new Router({ sensitive: true });
  const tell = tellingChanges(log);
  const inTime = Object.fromEntries(
    Object.entries(dispensable).map(([name, ask]) => [name, answeredInTime(ask)]),
  );
  const all: Parts = { ...parts, ...inTime };
  let looking: Promise<[name: string, state: string][]> | null = null;
  /** Anyone may ask, and services elsewhere are asked then: who asks while it is looked waits along. */
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

/** Who asks whether the service is ready waits so long for what it does without, in milliseconds. */
const OPTIONAL_CHECK_TIMEOUT_MS = 500;

/** Where a look takes longer, what the one before has found is told; all is well until the first has ended. */
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
