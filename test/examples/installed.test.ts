/** Packages installed from tarballs with an empty folder, without install scripts, repository and network. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { pdfFile } from '../../packages/sources/test/pdf.fixture.ts';
import { folder, visiting } from '../support/fixtures.ts';
import { codeBlocks } from '../support/manual.ts';
import { emptyFolder, type Installation, packTarballs, printedUrl, stop } from './installed.fixture.ts';

/** A start takes 3 seconds on two idle cores; clusters of other tests run at the same time. */
const MAX_START_SECONDS = 15;

const files = folder();
const visitor = visiting();
let tarballs: string[];
let installation: Installation;
let server: ChildProcess;
let url: string;

const command = ['npx', '--no-install', 'semantic-search'];
const variables = (name: string) => ({ PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: join(files.path, name) });
const install = ['npm', 'install', '--ignore-scripts'];
/** Linux can take the network away from a process. */
const withoutNetwork = [
  'unshare',
  '--map-root-user',
  '--net',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
];
const canTakeNetwork = spawnSync(withoutNetwork[0]!, [...withoutNetwork.slice(1), 'true']).status === 0;

beforeAll(async () => {
  tarballs = await packTarballs(files.path);
  // The first installation fetches from the registry what the cache of npm does not have yet.
  const first = await emptyFolder(join(files.path, 'first'));
  await first.run(...install, '--prefer-offline', ...tarballs);
  installation = await emptyFolder(join(files.path, 'second'));
  await installation.run(...(canTakeNetwork ? withoutNetwork : []), ...install, '--offline', ...tarballs);
  server = installation.start([...command, 'start', '--demo'], variables('data'));
  url = await printedUrl(server);
});
afterAll(() => stop(server));

it('start --demo is ready within 15 seconds beside other tests, with the Field guide loaded', async () => {
  const begin = performance.now();
  const child = installation.start([...command, 'start', '--demo'], variables(`measured-${begin}`));
  onTestFinished(() => stop(child));
  await printedUrl(child);
  const seconds = (performance.now() - begin) / 1000;
  console.info(`ready after ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(MAX_START_SECONDS);
});

it('the main page and the pages with widgets search, and request nothing from other origins', async () => {
  const { page, pageErrors, leave } = await visitor();
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  for (const path of ['/', '/demo/search.html']) {
    await page.goto(url + path);
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('mountain lion');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Puma' }).first().waitFor();
  }
  expect([...origins]).toEqual([url]);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('the studio opens by the link of the command line, and the editor opens a configuration', async () => {
  const data = `DATA_DIR=${join(files.path, 'data')}`;
  const link = await installation.run('env', data, ...command, 'sign-in');
  const { page, pageErrors, leave } = await visitor();
  await page.goto(link.trim().split('\n').at(-1)!);
  await page.locator('.holder summary').waitFor();
  await page.goto(`${url}/editor?configuration=1`);
  await page.getByRole('button', { name: 'History' }).waitFor();
  expect(pageErrors).toEqual([]);
  await leave();
});

it('the documentation of the API shows the operations', async () => {
  const { page, pageErrors, leave } = await visitor();
  await page.goto(`${url}/docs`);
  await page.getByText('POST /api/configurations/{configId}/search', { exact: true }).waitFor();
  expect(pageErrors).toEqual([]);
  await leave();
});

it('a website with a long page and a PDF file is indexed, both read in workers', async () => {
  const site = join(files.path, 'site');
  await mkdir(site);
  const paragraphs = '<p>Lighthouses guide ships past the rocks.</p>'.repeat(5000);
  await writeFile(join(site, 'index.html'), `<title>Coast</title><main><h1>Coast</h1>${paragraphs}</main>`);
  await writeFile(join(site, 'harbor.pdf'), pdfFile('Each ship pays for its berth.', 'Harbor dues'));
  // The server of this folder is running.
  const data = `DATA_DIR=${join(files.path, 'data')}`;
  const words = ['crawl', site, '--base', 'https://www.example.org/', '--space', 'coast'];
  expect(await installation.run('env', data, ...command, ...words)).toMatch(/2 /);
});

it('programs use the server and the engine, with types', async () => {
  await writeFile(join(installation.path, 'program.mts'), program);
  await writeFile(join(installation.path, 'tsconfig.json'), JSON.stringify(compilerOptions));
  await installation.run(
    process.execPath,
    join(import.meta.dirname, '../../node_modules/typescript/bin/tsc'),
  );
  expect((await installation.run(process.execPath, 'program.mjs')).split('\n').slice(-3)).toEqual([
    'Puma',
    'Labour market',
    '',
  ]);
});

it.each(codeBlocks('how-to/start-a-project', 'js'))('the program of the manual runs: %#', async (text) => {
  await writeFile(join(installation.path, 'documented.mjs'), text);
  expect(await installation.run(process.execPath, 'documented.mjs')).toMatch(/^(?:Puma|bees)$/m);
});

it('a project of the starter loads its content and passes its own test', async () => {
  await installation.run('npx', '--no-install', 'create-semantic-search', 'starter');
  const starter = await emptyFolder(join(installation.path, 'starter'));
  await starter.run(...install, '--offline', ...tarballs);
  expect(await starter.run('npm', 'test')).toMatch(/pass 2\b/);
  const started = starter.start(['npm', 'start'], { PORT: '0' });
  onTestFinished(() => stop(started));
  await printedUrl(started);
  expect(await starter.run('npm', 'run', 'content')).toContain('4 documents accepted');
});

it.skipIf(!canTakeNetwork)('the server starts and responds without any network', async () => {
  const child = installation.start([...withoutNetwork, 'node', 'probe.mjs'], variables('isolated'));
  await writeFile(join(installation.path, 'probe.mjs'), probe);
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => (printed += text));
  const [code] = await new Promise<[number]>((resolve) =>
    child.once('close', (...end) => resolve(end as never)),
  );
  expect({ code, printed: code === 0 ? '' : printed }).toEqual({ code: 0, printed: '' });
});

const compilerOptions = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.array', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
  },
  files: ['program.mts'],
};

const program = `
import { openSearchSpace } from '@semantic-search/engine';
import { createServer, type ServerOptions } from '@semantic-search/server';

const options: ServerOptions = { port: 0, dataDirectory: 'embedded', demo: true, logLevel: 'silent' };
// @ts-expect-error A misspelled option.
({ prot: 0 }) satisfies ServerOptions;
const server = await createServer(options);
const token = await server.createToken({ scopes: ['search'] });
const response = await fetch(\`\${server.url}/api/configurations/1/search\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ input: 'mountain lion' }),
});
const { result } = (await response.json()) as { result: { title: string }[] };
console.log(result[0]?.title);
await server.close();

const space = await openSearchSpace('space');
async function* thesaurus() {
  yield '<https://example.org/labour> a <http://www.w3.org/2004/02/skos/core#Concept> ; ';
  yield '<http://www.w3.org/2004/02/skos/core#prefLabel> "Labour market"@en .';
}
await space.replaceThesaurus(thesaurus(), 'text/turtle');
const [concept] = await space.extract({ text: 'The labour market', language: 'en', count: 1 });
console.log(concept?.label);
await space.close();
`;

const probe = `
import { spawn } from 'node:child_process';
const command = 'node_modules/.bin/semantic-search';
const child = spawn(command, ['start', '--demo'], { stdio: ['ignore', 'pipe', 'inherit'] });
let printed = '';
for await (const text of child.stdout) {
  printed += text;
  if (/^  Search +/m.test(printed)) break;
}
const [, url] = /^  Search +(http\\S+)\\/$/m.exec(printed);
for (const path of ['/', '/editor', '/docs', '/openapi.json', '/widget.js', '/demo/', '/ready']) {
  const { status } = await fetch(url + path);
  if (status !== 200) throw new Error(path + ' returned ' + status);
}
child.kill();
`;
