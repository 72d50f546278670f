/** Deployment as in the container file and the systemd unit: read-only code, unprivileged user. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../../test/support/service.ts';
import { freePort } from '../support/free-port.ts';

const run = promisify(execFile);
const deploy = join(root, 'packages/server/deploy');
const nobody = 65534;
const asRoot = process.getuid?.() === 0;
let place: string;
let app: string;
let data: string;
let containerfile: string;

/** Arguments of an instruction in the container file. */
const words = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(containerfile)?.[1] ?? 'null');

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'deployed-'));
  await chmod(place, 0o755);
  [app, data] = [join(place, 'app'), join(place, 'data')];
  containerfile = await readFile(join(deploy, 'Containerfile'), 'utf8');
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const folders = new Set(tracked.map((path) => dirname(join(app, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const path of tracked.filter((name) => name !== '')) await cp(join(root, path), join(app, path));
  for (const built of ['packages/widgets/dist', 'packages/studio/dist']) {
    await cp(join(root, built), join(app, built), { recursive: true });
  }
  const install = ['install', '--prod', '--frozen-lockfile', '--prefer-offline'];
  await run('pnpm', install, { cwd: app, env: { ...process.env, CI: 'true' } });
  await run('chmod', ['-R', 'a-w,a+rX', app]);
  await mkdir(data, { mode: 0o700 });
  if (asRoot) await chown(data, nobody, nobody);
});
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', app]);
  await rm(place, { recursive: true });
});

/** Runs as the unprivileged user if the tests can switch to it. */
function unprivileged(
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const become = [
    '--reuid',
    `${nobody}`,
    '--regid',
    `${nobody}`,
    '--clear-groups',
    '--no-new-privs',
    program,
  ];
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const options = { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[] };
  return asRoot ? spawn('setpriv', [...become, ...parameters], options) : spawn(program, parameters, options);
}

test('the container serves from a read-only folder as an unprivileged user, and its health check succeeds', async () => {
  const [program, ...entry] = [...words('ENTRYPOINT'), ...words('CMD')];
  expect(program).toBe('node');
  const environment = {
    HOST: '127.0.0.1',
    PORT: `${await freePort()}`,
    DATA_DIR: data,
    NODE_ENV: 'production',
  };
  const child = unprivileged(process.execPath, entry, environment);
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (printed += String(text)));
  try {
    const url = `http://127.0.0.1:${environment.PORT}`;
    const ready = async () => (await fetch(`${url}/ready`).catch(() => null))?.status ?? printed.slice(-2000);
    await expect.poll(ready, { timeout: 60_000, interval: 200 }).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(200);
    expect((await fetch(`${url}/widget.js`)).status).toBe(200);
    expect((await stat(join(data, 'lock.sqlite'))).uid).toBe(asRoot ? nobody : process.getuid?.());
    const [, ...check] = healthCheck();
    const checking = unprivileged(process.execPath, check, environment);
    expect(await once(checking, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGTERM');
  }
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test.runIf(asRoot)('the unprivileged user can only write to the data directory', async () => {
  const search = unprivileged('find', [place, '-writable', '-not', '-type', 'l']);
  let found = '';
  search.stdout!.on('data', (text) => (found += String(text)));
  await once(search, 'exit');
  expect(found.split('\n').filter((path) => path !== '' && !path.startsWith(data))).toEqual([]);
});

test('systemd accepts the unit, which starts the program of the package', async () => {
  const unit = await readFile(join(deploy, 'semantic-search.service'), 'utf8');
  const [, program] = /^ExecStart=(\S+) serve$/m.exec(unit) ?? [];
  expect(program).toBe('/opt/semantic-search/node_modules/.bin/semantic-search');
  const { bin } = JSON.parse(await readFile(join(app, 'packages/cli/package.json'), 'utf8'));
  const here = unit
    .replace(program!, join(app, 'packages/cli', bin['semantic-search']))
    .replaceAll('/opt/semantic-search', app);
  const path = join(place, 'semantic-search.service');
  await writeFile(path, here);
  const { stdout, stderr } = await run('systemd-analyze', ['verify', path]).catch((error) => {
    if (error.code === 'ENOENT') return { stdout: '', stderr: '' }; // Without systemd this is not checked.
    throw error;
  });
  expect(stdout + stderr).toBe('');
});

test('the container starts Node with the flags of the command line', async () => {
  const flagsOf = (text: string) => text.match(/ --\S+/gu);
  const program = await readFile(join(app, 'packages/cli/src/semantic-search.ts'), 'utf8');
  const flags = flagsOf(program.split('\n', 1)[0]!);
  expect(flags).not.toBeNull();
  expect(flagsOf(` ${words('ENTRYPOINT').join(' ')}`)).toEqual(flags);
});

function healthCheck(): string[] {
  const [, command = ''] = /HEALTHCHECK[^[]*CMD (\[.*\])/.exec(containerfile) ?? [];
  return JSON.parse(command);
}
