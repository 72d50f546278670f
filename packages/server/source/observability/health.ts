/** Whether the process lives, whether it can serve, and which version it is. */
import Router from '@koa/router';
import type { Logger } from 'pino';

/** A part of the service by name: why it cannot do its work now, null when it can. */
export type Parts = Record<string, () => string | null | Promise<string | null>>;

/** What is wrong with a part is for the operator: the log says it once, `/ready` only names the part. */
export function healthRoutes(parts: Parts, version: string, log: Logger): Router {
  const router = new Router({ sensitive: true });
  const tell = tellingChanges(log);
  let looking: Promise<[name: string, state: string][]> | null = null;
  /** Anyone may ask, and services elsewhere are asked then: who asks while it is looked waits along. */
  const look = () => {
    looking ??= statesOf(parts, tell).finally(() => {
      looking = null;
    });
    return looking;
  };
  router.get('/health', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/ready', async (ctx) => {
    const states = await look();
    const ready = states.every(([, state]) => state === 'ready');
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

async function troubleOf(ask: Parts[string]): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    return String(error);
  }
}
