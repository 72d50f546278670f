/** WebKit (GTK) driver (WebDriver) on a virtual display. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Driver, keyCodes, middleOf } from './driver.ts';

export interface WebkitPrograms {
  driver: string;
  browser: string;
  /** Path of Xvfb; undefined if there is a display. */
  screen: string | undefined;
}

export async function webkit({ driver, browser, screen }: WebkitPrograms): Promise<Driver> {
  const display = `:${100 + Math.floor(Math.random() * 900)}`;
  const programs: ChildProcess[] = [];
  const run = (program: string, ...given: string[]) => {
    const env = {
      ...process.env,
      ...(screen && { DISPLAY: display }),
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    };
    programs.push(spawn(program, given, { env, stdio: 'ignore' }));
  };
  if (screen) run(screen, display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp');
  const port = await freePort();
  run(driver, `--port=${port}`);
  const base = `http://127.0.0.1:${port}`;
  await waitForDriver(base);
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
  };
  const session = (await call(base, '/session', { capabilities })) as {
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  };
  const at = `${base}/session/${session.sessionId}`;
  const keyboard = (keys: string[]) =>
    keys.flatMap((key) =>
      [...(keyCodes[key] ?? key)].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  const read = (expression: string) =>
    call(at, '/execute/sync', { script: `return (${expression})`, args: [] });
  return {
    name: `${session.capabilities.browserName} ${session.capabilities.browserVersion}`,
    goTo: async (url) => void (await call(at, '/url', { url })),
    read,
    press: async (...keys) =>
      void (await call(at, '/actions', { actions: [{ type: 'key', id: 'keys', actions: keyboard(keys) }] })),
    async click(expression) {
      const place = await middleOf(read, expression);
      const actions = [
        { type: 'pointerMove', origin: 'viewport', duration: 0, ...place },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await call(at, '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    async close() {
      await fetch(at, { method: 'DELETE' });
      for (const program of programs.toReversed()) program.kill();
    },
  };
}

async function call(base: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(base + path, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: { message?: string } };
  if (!response.ok) throw new Error(`WebDriver ${path}: ${value.message}`);
  return value;
}

async function waitForDriver(base: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await fetch(`${base}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('WebKitWebDriver does not respond');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
