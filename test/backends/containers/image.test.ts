/** Container image: built from the container file, started as documented there, and searched. */
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { skipReason } from '../../../packages/server/test/support/skip-reason.ts';
import { folder } from '../../support/fixtures.ts';
import { root } from '../../support/service.ts';
import { buildBase, type Engine, missingEngine, npmSettings, startEngine } from './engine.fixture.ts';

const missing = missingEngine();
if (missing) console.warn(skipReason(missing));

const [base, image, name] = ['localhost/base', 'localhost/semantic-search', 'semantic-search'];
const BUILD_TIME_MS = 1_500_000;
/** Those of the user `node`. */
const nodeUser = 1000;

describe.skipIf(missing)('the container image', () => {
  const place = folder();
  let engine: Engine;
  let url: string;

  beforeAll(async () => {
    engine = await startEngine();
    await buildBase(engine, base);
    const containerfile = join(root, 'packages/server/deploy/Containerfile');
    await engine.build(image, containerfile, root, ['--build-arg', `BASE=${base}`, ...(await npmSettings())]);
    await mkdir(join(place.path, 'data'));
    await chown(join(place.path, 'data'), nodeUser, nodeUser);
    await start(['serve', '--demo', 'demo']);
  }, BUILD_TIME_MS);

  afterAll(async () => {
    await engine?.podman('rm', '--force', name);
    await engine?.remove();
  });

  /** As in the container file, with low limits, which every user may set, and the network of this machine. */
  async function start(command: string[] = []): Promise<void> {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
    const confined = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--tmpfs', '/tmp'];
    const own = ['--network', 'host', '--env', `PORT=${port}`, '--volume', `${place.path}/data:/data`];
    await engine.podman('run', '--detach', '--name', name, ...limits, ...confined, ...own, image, ...command);
    const ready = () => fetch(`${url}/ready`).then(({ ok }) => expect(ok).toBe(true));
    await vi.waitFor(ready, { timeout: 60_000, interval: 200 }).catch(async (error) => {
      throw new Error(`Not ready: ${await engine.podman('logs', name)}`, { cause: error });
    });
  }

  const commandLine = (...words: string[]) =>
    engine.podman('exec', name, 'node', 'packages/cli/src/semantic-search.ts', ...words);

  /** Title of the first result; waits for the demo content, which loads after the server is ready. */
  async function firstResult(input: string): Promise<string> {
    const printed = await commandLine('token', '--scope', 'search');
    const headers = {
      Authorization: `Bearer ${printed.split('\n').at(-1)}`,
      'Content-Type': 'application/json',
    };
    const request = { method: 'POST', headers, body: JSON.stringify({ input }) };
    const search = async () => {
      const response = await fetch(`${url}/api/configurations/1/search`, request);
      expect(response.status).toBe(200);
      return (await response.json()) as { result: { title: string }[] };
    };
    const { result } = await vi.waitFor(search, { timeout: 60_000, interval: 500 });
    return result[0]!.title;
  }

  it('is ready, finds a document by a synonym, and serves the widget', async () => {
    expect(await firstResult('mountain lion')).toBe('Puma');
    expect((await fetch(`${url}/widget.js`)).status).toBe(200);
  });

  it('reports its health to the engine', async () => {
    await engine.podman('healthcheck', 'run', name);
  });

  it('runs as an unprivileged user who cannot change the code', async () => {
    const script = `
      const write = (file) => { try { require('fs').writeFileSync(file, ''); return 'written'; } catch ({ code }) { return code; } };
      console.log(process.getuid(), write('/app/new'), write('/tmp/new'));`;
    expect(await engine.podman('exec', name, 'node', '-e', script)).toBe(`${nodeUser} EROFS written`);
  });

  it('contains no development dependencies', async () => {
    const script = `console.log(require('fs').readdirSync('/app/node_modules/.pnpm').join(' '))`;
    const installed = await engine.podman('exec', name, 'node', '-e', script);
    expect(installed).toContain('koa@');
    for (const tool of ['vitest@', 'typescript@', 'vite@']) expect(installed).not.toContain(` ${tool}`);
  });

  it('stops on SIGTERM and keeps its data', async () => {
    await engine.podman('stop', '--time', '20', name);
    expect(await engine.podman('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    await engine.podman('rm', name);
    expect(await readdir(join(place.path, 'data'))).toContain('spaces');
    await start();
    expect(await firstResult('mountain lion')).toBe('Puma');
  });
});
