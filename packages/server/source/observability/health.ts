/** Whether the process lives, whether it can serve, and which version it is. */
import Router from '@koa/router';

/** A part of the service by name: why it cannot do its work now, null when it can. */
export type Parts = Record<string, () => string | null | Promise<string | null>>;

export function healthRoutes(parts: Parts, version: string): Router {
  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/ready', async (ctx) => {
    const troubles = await Promise.all(
      Object.entries(parts).map(
        async ([name, ask]) => [name, (await troubleOf(ask)) === null ? 'ready' : 'not ready'] as const,
      ),
    );
    const ready = troubles.every(([, state]) => state === 'ready');
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(troubles) };
  });
  router.get('/api/version', (ctx) => {
    ctx.body = { version };
  });
  return router;
}

async function troubleOf(ask: Parts[string]): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    return String(error);
  }
}
