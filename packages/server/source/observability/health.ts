/** Whether the process lives, whether it can serve, and which version it is. */
import Router from '@koa/router';

/** A part of the service by name: why it cannot do its work now, null when it can. */
export type Parts = Record<string, () => string | null | Promise<string | null>>;

export function healthRoutes(parts: Parts, version: string): Router {
  const router = new Router();
  let looking: Promise<[name: string, state: string][]> | null = null;
  /** Anyone may ask, and services elsewhere are asked then: who asks while it is looked waits along. */
  const look = () => {
    looking ??= statesOf(parts).finally(() => {
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

function statesOf(parts: Parts): Promise<[name: string, state: string][]> {
  return Promise.all(
    Object.entries(parts).map(
      async ([name, ask]): Promise<[string, string]> => [
        name,
        (await troubleOf(ask)) === null ? 'ready' : 'not ready',
      ],
    ),
  );
}

async function troubleOf(ask: Parts[string]): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    return String(error);
  }
}
