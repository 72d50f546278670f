/**
 * Corruption of the data directory: every file truncated at every byte, and random bit flips. The server never starts
 * with less data than before. Whatever it rejects, the doctor reports as damaged and can repair.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repairDirectory } from '../../../cli/src/state/doctor.ts';
import { openAuthority } from '../../src/auth/authority.ts';
import { diagnose } from '../../src/backup/diagnosis.ts';
import { openStores } from '../../src/open-stores.ts';
import { serverSettings } from '../../src/settings/server-settings.ts';
import { logsOf } from '../support/configurations.ts';
import { startForTest } from '../support/server.ts';

/** Number of bit flips per file. */
const turns = Number(process.env.TURNS ?? 300);
/** Truncation at every n-th byte; 1 tests all. */
const step = Number(process.env.STEP ?? 1);

const log = pino({ level: 'silent' });
let original: string;
let parent: string;
let before: Awaited<ReturnType<typeof contentOf>>;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'damage-'));
  original = join(parent, 'whole');
  const server = await startForTest(original);
  for (const title of ['One', 'Zwei ä', '三']) {
    await server.call('POST', '/api/configurations', { config: { title } });
  }
  await server.call('PUT', '/api/configurations/1', { config: { title: 'Changed' } });
  await server.call('POST', '/api/configurations/3/set');
  await server.call('DELETE', '/api/configurations/2');
  const { jti } = await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 6000 });
  await server.issuer.publishable({ name: 'other', configurations: [3], lifetime: 6000 });
  await server.tokens.revoke(jti);
  await server.close();
  before = await contentOf(original);
});
afterAll(() => rm(parent, { recursive: true }));

/** Complete state: configurations, histories, the active one, keys and tokens. Throws if a server would not start. */
async function contentOf(directory: string) {
  const state = await openStores({ dataDirectory: directory, databaseUrl: null }, log);
  try {
    const settings = serverSettings({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const { issuer, tokens } = await openAuthority(settings, state.tokens);
    const { token } = await issuer.access({ subject: 'ann', scopes: [], lifetime: 60 });
    const entries = [...state.configurations.list()];
    return {
      entries,
      histories: await Promise.all(entries.map(({ id }) => logsOf(state.configurations, id, 0, 100))),
      active: state.configurations.activeId,
      number: state.configurations.number,
      tokens: tokens.list().map((each) => ({ ...each, revoked: tokens.isRevoked(each.jti) })),
      key: Buffer.from(token.split('.')[0]!, 'base64url').toString(),
    };
  } finally {
    await state.close();
  }
}

/** Files that are rebuilt from the histories; their corruption never prevents a start. */
const documents = /^(?:state|configurations\/\d+)\.json$/;

/** Repair loses no configuration: the documents contain what a damaged history lacks. */
async function mended(directory: string, name: string, what: string): Promise<void> {
  const findings = await diagnose(directory);
  expect(
    findings.map(({ state }) => state),
    `${name} ${what}`,
  ).toContain('damaged');
  await repairDirectory(directory, findings);
  const { entries, active } = await contentOf(directory);
  expect({ entries, active }, `${name} ${what}`).toEqual({ entries: before.entries, active: before.active });
  expect((await diagnose(directory)).map(({ state }) => state)).not.toContain('damaged');
}

/** Repairing each case would take an hour, so only one in n is repaired. */
const mendedShare = 9;
let rejected = 0;

async function tryWith(name: string, bytes: Buffer, what: string): Promise<void> {
  const directory = join(parent, 'damaged');
  await cp(original, directory, { recursive: true });
  await writeFile(join(directory, name), bytes);
  const found = await contentOf(directory).catch((error: Error) => error);
  if (found instanceof Error) {
    expect(documents.test(name), `${name} ${what}: ${found.message}`).toBe(false);
    expect(found.message, what).toMatch(name.split('/').at(-1)!);
    if (rejected++ % mendedShare === 0) await mended(directory, name, what);
  } else {
    expect(found, `${name} ${what}`).toEqual(before);
  }
  await rm(directory, { recursive: true });
}

const files = [
  'configurations/1.history.jsonl',
  'configurations/1.json',
  'state.json',
  'keys.json',
  'tokens.json',
];

test('the list covers all kinds of files', async () => {
  const found = await readdir(original, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/^\d+\./, '1.'))
    // Lock files, which are empty.
    .filter((name) => !name.endsWith('.sqlite'));
  expect([...new Set(names)].sort()).toEqual(files.map((name) => name.split('/').at(-1)!).sort());
});

describe.each(files)('%s', (name) => {
  test('a truncated file prevents the start, or nothing is lost', async () => {
    const bytes = await readFile(join(original, name));
    for (let size = 0; size < bytes.length; size += step) {
      await tryWith(name, bytes.subarray(0, size), `cut at ${size}`);
    }
  });

  test('a flipped bit prevents the start, or nothing is lost', async () => {
    const bytes = await readFile(join(original, name));
    for (let turn = 0; turn < turns; turn += 1) {
      const turned = Buffer.from(bytes);
      const [at, bit] = [Math.floor(Math.random() * bytes.length), Math.floor(Math.random() * 8)];
      turned[at]! ^= 1 << bit;
      await tryWith(name, turned, `with bit ${bit} of byte ${at} turned`);
    }
  });

  test('an empty or zeroed file is not treated as missing', async () => {
    const { length } = await readFile(join(original, name));
    await tryWith(name, Buffer.alloc(0), 'empty');
    await tryWith(name, Buffer.alloc(length), 'full of zeros');
  });
});
