/**
 * What no dump takes back: tokens that were revoked since stay revoked, those issued since end with the state that they
 * are of, keys that were dropped since stay dropped, and numbers of configurations that were given since, or that a
 * token names, are not given again. All of it is put into the unpacked dump before that takes the place of the state in
 * force, and may be put there twice.
 */
import { createReadStream } from 'node:fs';
import { copyFile, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defaultSettings } from '@semantic-search/contract';
import { keysFile, mergedKeys, newKeys } from '../auth/key-file.ts';
import { noTokens, type TokenFile, tokensFile } from '../auth/token-store.ts';
import { logPath } from '../configurations/store-file/log.ts';
import { decode, encode } from '../configurations/store-file/log-line.ts';
import { copiedIds, loadSummary } from '../configurations/store-file/projections.ts';
import { replay } from '../configurations/store-file/replay.ts';
import { fsyncDirectory, replaceFile } from '../filesystem/durable-file.ts';
import { issuedSince } from '../migration/state-location.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** From the state in `directory`, which nobody has open, into the dump that is unpacked in `staged`. */
export async function preserveRevocations(directory: string, staged: string): Promise<void> {
  const manifest = await readManifest(staged);
  // Where a database has configurations and tokens, the dump has given it both.
  if (!manifest.parts.includes('log')) return;
  await keepNumbers(directory, staged);
  await keepRevocations(directory, staged, await keepKeys(directory, staged, manifest));
}

/** The last number is taken by a configuration that is created and deleted, which the log knows how to tell. */
async function keepNumbers(directory: string, staged: string): Promise<void> {
  const path = logPath(staged);
  const last = Math.max(await lastNumber(directory), await lastNamed(staged));
  const { state } = await replay(path);
  if (state.nextId > last) return;
  const by = { id: last, user: 'restore', date: new Date().toISOString() };
  const lines = [
    encode({ ...by, number: state.number + 1, action: 'created', config: defaultSettings }),
    encode({ ...by, number: state.number + 2, action: 'deleted' }),
  ];
  await copyFile(path, `${path}.new`);
  const log = await open(`${path}.new`, 'a');
  try {
    await log.writeFile(`${lines.join('\n')}\n`);
    await log.sync();
  } finally {
    await log.close();
  }
  await rename(`${path}.new`, path);
  await fsyncDirectory(join(staged, 'log'));
}

/** The greatest that any configuration was given, as far as what lies there can tell; it may be damaged. */
async function lastNumber(directory: string): Promise<number> {
  const summary = await loadSummary(directory);
  const copies = await copiedIds(directory);
  let last = Math.max(summary === null || summary === 'damaged' ? 0 : summary.nextId - 1, ...copies);
  try {
    for await (const text of createInterface({ input: createReadStream(logPath(directory)) })) {
      const line = text.includes('"action":"created"') ? decode(text) : null;
      if (line) last = Math.max(last, line.id);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return last;
}

/** The greatest that a token of the dump names: the state that it was taken of may have given it. */
async function lastNamed(staged: string): Promise<number> {
  const { issued } = (await tokensFile(staged).read()) ?? noTokens;
  return issued
    .flatMap(({ configurations }) => configurations)
    .reduce((one, other) => Math.max(one, other), 0);
}

/** Where the present keys cannot be read, the dump has the only ones. */
async function keepKeys(directory: string, staged: string, manifest: Manifest): Promise<Manifest> {
  const dumped = await keysFile(staged).read();
  const present = await keysFile(directory).read().catch(damaged);
  if (present === null || present === 'damaged') return manifest;
  await keysFile(staged).write(dumped ? mergedKeys(dumped, present) : present);
  return withParts(staged, manifest, 'keys.json');
}

async function keepRevocations(directory: string, staged: string, manifest: Manifest): Promise<void> {
  const dumped = await tokensFile(staged).read();
  const { issued, revoked } = dumped ?? noTokens;
  const present = await tokensFile(directory).read().catch(damaged);
  if (present === null) return;
  if (present === 'damaged') return endAllTokens(staged, manifest, revoked);
  const date = new Date().toISOString();
  const ended = issuedSince(present.issued, issued).map((end) => ({ ...end, date }));
  const known = new Set(revoked.map(({ jti }) => jti));
  const added = [...present.revoked, ...ended].filter(({ jti }) => !known.has(jti));
  if (added.length === 0) return;
  await tokensFile(staged).write({ issued, revoked: [...revoked, ...added] });
  await withParts(staged, manifest, 'tokens.json');
}

function damaged(error: NodeJS.ErrnoException): 'damaged' {
  if (error.code !== undefined) throw error;
  return 'damaged';
}

/** What was revoked cannot be read any more: only other keys make sure that none of it lives again. */
async function endAllTokens(
  staged: string,
  manifest: Manifest,
  revoked: TokenFile['revoked'],
): Promise<void> {
  await tokensFile(staged).write({ issued: [], revoked });
  const keys = await keysFile(staged).read();
  await keysFile(staged).write(keys ? newKeys(keys) : newKeys());
  await withParts(staged, manifest, 'tokens.json', 'keys.json');
}

async function withParts(staged: string, manifest: Manifest, ...parts: string[]): Promise<Manifest> {
  const wider = { ...manifest, parts: [...new Set([...manifest.parts, ...parts])] };
  await replaceFile(join(staged, 'manifest.json'), JSON.stringify(wider));
  return wider;
}
