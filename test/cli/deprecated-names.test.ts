import { expect, it } from 'vitest';
import { folderOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const run = async (...words: string[]) => semanticSearch(words, { DATA_DIR: await folderOfTest() });

it('the deprecated command go-back behaves like rollback and prints a warning', async () => {
  const [deprecated, current] = [await run('go-back', '1', '1'), await run('rollback', '1', '1')];
  const warning = 'Warning: "go-back" is deprecated; use "rollback" instead.\n';
  expect(deprecated.errors.startsWith(warning)).toBe(true);
  expect({ ...deprecated, errors: deprecated.errors.slice(warning.length) }).toEqual(current);
  expect(current.errors).toContain('There is no configuration 1');
});

it('the deprecated command keys drop revokes the key and prints a warning', async () => {
  const DATA_DIR = await folderOfTest();
  await semanticSearch(['token', '--scope', 'search', '--create-keys'], { DATA_DIR });
  const rotated = await semanticSearch(['keys', 'rotate', 'access'], { DATA_DIR });
  const [kid = ''] = rotated.output.split('\t');
  await semanticSearch(['keys', 'rotate', 'access'], { DATA_DIR });
  const dropped = await semanticSearch(['keys', 'drop', kid], { DATA_DIR });
  const warning = 'Warning: "drop" is deprecated; use "keys revoke" instead.\n';
  expect(dropped.errors).toBe(`${warning}Data directory: ${DATA_DIR}\n`);
  expect([dropped.code, dropped.output]).toEqual([0, expect.stringContaining(`Revoked ${kid}`)]);
  expect((await semanticSearch(['keys', 'list'], { DATA_DIR })).output).not.toContain(kid);
});

it.each([
  ['out', 'to-remote'],
  ['back', 'to-local'],
])(
  'the deprecated direction migrate %s behaves like migrate %s and prints a warning',
  async (old, current) => {
    const [deprecated, replacement] = [await run('migrate', old), await run('migrate', current)];
    const warning = `Warning: "migrate ${old}" is deprecated; use "migrate ${current}" instead.\n`;
    expect([deprecated.code, deprecated.errors]).toEqual([0, warning + replacement.errors]);
    expect(deprecated.output).toBe(replacement.output);
  },
);

it('help lists the current names only', async () => {
  const [program, keys, migrate] = [
    await run('--help'),
    await run('keys', '--help'),
    await run('migrate', '--help'),
  ];
  expect(program.output).toMatch(/^ {2}rollback /m);
  expect(program.output).not.toContain('go-back');
  expect(keys.output).toMatch(/^ {2}revoke /m);
  expect(keys.output).not.toMatch(/^ {2}drop /m);
  expect(migrate.output).toContain('(choices: "to-remote", "to-local")');
});
