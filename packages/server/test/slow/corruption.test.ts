/**
 * Corruption of the data directory: every file truncated at every fifth byte, and random bit flips. A server never starts with less
 * data than before: it reports a damaged configuration and serves the others, or it does not start. Nothing is overwritten.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthority } from '../../src/auth/authority.ts';
import { diagnose } from '../../src/backup/diagnosis.ts';
import { recordOf } from '../../src/configurations/routes.ts';
import { openStores } from '../../src/open-stores.ts';
import { parseSettings } from '../../src/settings/server-settings.ts';
import { startForTest } from '../support/server.ts';

/** Number of bit flips per file. */
const turns = Number(process.env.TURNS ?? 40);
/** Truncation at every n-th byte; 1 tests all. */
const step = Number(process.env.STEP ?? 5);

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

/** Complete state, without what is damaged. Throws if a server would not start. */
async function contentOf(directory: string) {
  const state = await openStores({ dataDirectory: directory, databaseUrl: null }, log);
  try {
    const settings = await parseSettings({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const { issuer, tokens } = await openAuthority(settings, state.tokens);
    const { token } = await issuer.access({ subject: 'ann', scopes: [], lifetime: 60 });
    const { configurations } = state;
    const damaged = [...configurations.damage.keys()];
    const hasState = !damaged.includes('active configuration');
    return {
      configurations: await Promise.all(
        Array.from(configurations.list(), async (entry) => ({
          ...recordOf(entry),
          history: hasState ? await configurations.logs(entry.id, 0, 100) : null,
        })),
      ),
      damaged,
      active: hasState ? configurations.activeId : null,
      tokens: tokens.list().map((each) => ({ ...each, revoked: tokens.isRevoked(each.jti) })),
      key: Buffer.from(token.split('.')[0]!, 'base64url').toString(),
    };
  } finally {
    await state.close();
  }
}

/** Starts on a copy with these bytes in one file. A text that is still valid may differ in a flipped letter. */
async function tryWith(name: string, bytes: Buffer, what: string, isTruncated: boolean): Promise<void> {
  const directory = join(parent, 'damaged');
  await cp(original, directory, { recursive: true });
  const path = join(directory, name);
  await writeFile(path, bytes);
  const content = await contentOf(directory).catch((error: Error) => error);
  const findings = (await diagnose(directory)).filter(({ state }) => state === 'damaged');
  if (content instanceof Error) {
    expect(content.message, `${name} ${what}`).toMatch(name.split('/').at(-1)!);
    expect(findings, `${name} ${what}`).toHaveLength(1);
  } else if (content.damaged.length > 0) {
    expect(findings.map(({ part }) => part)).toEqual(content.damaged);
    const hasState = !content.damaged.includes('active configuration');
    const others = before.configurations
      .filter(({ id }) => !content.damaged.includes(`configuration ${id}`))
      .map((configuration) => (hasState ? configuration : { ...configuration, history: null }));
    expect(content.configurations, `${name} ${what}`).toEqual(others);
    expect(content.tokens).toEqual(before.tokens);
  } else if (isTruncated) {
    expect(content, `${name} ${what}`).toEqual(before);
  } else {
    expect(content.configurations.map(({ id }) => id)).toEqual(before.configurations.map(({ id }) => id));
  }
  expect(await readFile(path), `${name} ${what}`).toEqual(bytes);
  await rm(directory, { recursive: true });
}

const files = ['configurations/1.json', 'state.json', 'keys.json', 'tokens.json'];

test('the list covers all kinds of files', async () => {
  const entries = await readdir(original, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/^\d+\./, '1.'))
    // The lock, which is empty, and the audit trail, whose damaged lines are left out.
    .filter((name) => !name.endsWith('.sqlite') && name !== 'audit.ndjson');
  expect([...new Set(names)].sort()).toEqual(files.map((name) => name.split('/').at(-1)!).sort());
});

describe.each(files)('%s', (name) => {
  test('a truncated file is reported, or nothing is lost', async () => {
    const bytes = await readFile(join(original, name));
    for (let size = 0; size < bytes.length; size += step) {
      await tryWith(name, bytes.subarray(0, size), `cut at ${size}`, true);
    }
  });

  test('a flipped bit is reported, or nothing else is lost', async () => {
    const bytes = await readFile(join(original, name));
    for (let turn = 0; turn < turns; turn += 1) {
      const turned = Buffer.from(bytes);
      const [at, bit] = [Math.floor(Math.random() * bytes.length), Math.floor(Math.random() * 8)];
      turned[at]! ^= 1 << bit;
      await tryWith(name, turned, `with bit ${bit} of byte ${at} turned`, false);
    }
  });

  test('an empty or zeroed file is not treated as missing', async () => {
    const { length } = await readFile(join(original, name));
    await tryWith(name, Buffer.alloc(0), 'empty', true);
    await tryWith(name, Buffer.alloc(length), 'full of zeros', true);
  });
});
