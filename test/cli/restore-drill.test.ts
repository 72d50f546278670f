/** The backup script and the restore drill of the page on backups, run by a shell. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { folder, served } from '../support/fixtures.ts';
import { codeBlocks } from '../support/manual.ts';
import { root } from '../support/service.ts';

const service = served();
const files = folder();
const run = promisify(execFile);
const [script = '', drill = ''] = codeBlocks('how-to/back-up-and-restore', 'sh');

it('the backup script saves a running server, and the drill restores, checks and searches the backup', async () => {
  const programs = join(files.path, 'bin');
  mkdirSync(programs, { recursive: true });
  if (!existsSync(join(programs, 'node'))) symlinkSync(process.execPath, join(programs, 'node'));
  const program = join(programs, 'semantic-search');
  writeFileSync(program, `#!/bin/sh\nexec node ${root}/packages/cli/src/semantic-search.ts "$@"\n`);
  chmodSync(program, 0o755);
  const { PATH = '', HOME = '' } = process.env;
  const environment = { PATH: `${programs}:${PATH}`, HOME, LOG_LEVEL: 'warn' };

  const saved = script.replace('/usr/local/bin/semantic-search', program);
  const backups = join(files.path, 'backups');
  const env = { ...environment, DATA_DIR: service.directory, BACKUP_FOLDER: backups };
  for (let time = 0; time < 2; time += 1) await run('sh', ['-c', saved], { env });
  const found = globSync('search-*.tar.gz', { cwd: backups });
  expect(found.length).toBeGreaterThan(0);

  const port = await freePort();
  const here = drill
    .replaceAll('8099', `${port}`)
    .replaceAll('/tmp/drill', join(files.path, 'drill'))
    // A failing step leaves no server behind.
    .replace('server=$!', `server=$!; trap 'kill "$server" || true' EXIT`);
  const { stdout } = await run('sh', ['-euc', here], {
    env: { ...environment, BACKUP: join(backups, found[0]!) },
  });
  expect(stdout).toMatch(/good +configurations: /);
  expect(stdout).toContain('"status":"ready"');
  const { total } = (await service.call('POST', '/api/configurations/1/search', { body: { input: '' } }))
    .body;
  expect(stdout).toContain(`"total":${total}`);
  expect(globSync('drill', { cwd: files.path })).toEqual([]);
});
