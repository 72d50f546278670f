/** Starter: the files it writes, its errors, and the test of the new project. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject } from '../src/create-project.ts';

const run = promisify(execFile);
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'starter-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('the starter writes configuration, content, page, test and container file', async () => {
  const folder = join(directory, 'My search');
  const files = (await createProject(folder)).map((path) => relative(folder, path));
  expect(files).toEqual([
    '.containerignore',
    '.gitignore',
    'Containerfile',
    'README.md',
    'configurations.json',
    'content/documents.ndjson',
    'content/thesaurus.ttl',
    'package.json',
    'pages/index.html',
    'test/search.test.js',
  ]);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const own = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  expect(manifest.name).toBe('my-search');
  expect(manifest.dependencies).toEqual({
    '@semantic-search/cli': `^${own.version}`,
    '@semantic-search/server': `^${own.version}`,
  });
});

it('the starter does not write into a folder with files', async () => {
  const folder = join(directory, 'used');
  await mkdir(folder);
  await writeFile(join(folder, 'mine.txt'), 'mine');
  await expect(createProject(folder)).rejects.toThrow('is not empty');
});

it('the command line explains itself without a folder, and names the next steps', async () => {
  const program = join(import.meta.dirname, '../src/cli.ts');
  await expect(run(process.execPath, [program])).rejects.toThrow('npm create @semantic-search FOLDER');
  const { stdout } = await run(process.execPath, [program, 'next'], { cwd: directory });
  expect(stdout).toContain('cd next\n  npm install\n  npm start');
  expect(stdout).toContain('npm install --ignore-scripts ./packages/*.tgz');
});

it('the test of a new project passes', async () => {
  const folder = join(directory, 'tested');
  await createProject(folder);
  await mkdir(join(folder, 'node_modules/@semantic-search'), { recursive: true });
  const server = join(import.meta.dirname, '../../server');
  await symlink(server, join(folder, 'node_modules/@semantic-search/server'));
  const { stdout } = await run(process.execPath, ['--test'], {
    cwd: folder,
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toMatch(/pass 2\b/);
});
