/**
 * Revocations, keys and IDs that a restore must preserve.
 *
 * Tokens revoked since the backup stay revoked, tokens issued since become invalid, removed keys stay removed, and IDs
 * of configurations are never reused. All of it is added to the unpacked backup before it replaces the state, and can be
 * added again after a crash.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keysFile, mergedKeys, newKeys } from '../auth/key-file.ts';
import { noTokens, type TokenFile, tokensFile } from '../auth/token-store.ts';
import { fsyncDirectory, replaceFile } from '../filesystem/durable-file.ts';
import { configurationIds } from '../stores/file/documents.ts';
import { configurationsFolder, historyPath } from '../stores/file/history-file.ts';
import { issuedSince } from '../stores/state-location.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** Copies from the state in `directory`, whose lock the caller holds, to the backup that is unpacked in `staged`. */
export async function preserveRevocations(directory: string, staged: string): Promise<void> {
  const manifest = await readManifest(staged);
  // Without configurations, the backup has been written to a database.
  if (!manifest.parts.includes('configurations')) return;
  await keepIds(directory, staged);
  await keepRevocations(directory, staged, await keepKeys(directory, staged, manifest));
}

/** An empty history reserves its ID. */
async function keepIds(directory: string, staged: string): Promise<void> {
  const last = Math.max((await configurationIds(directory)).at(-1) ?? 0, await lastNamedId(staged));
  const known = await configurationIds(staged);
  if (last <= (known.at(-1) ?? 0)) return;
  await writeFile(historyPath(staged, last), '');
  await fsyncDirectory(configurationsFolder(staged));
}

/** The highest ID that a token of the backup names: the saved state may have assigned it. */
async function lastNamedId(staged: string): Promise<number> {
  const { issued } = (await tokensFile(staged).read()) ?? noTokens;
  return issued
    .flatMap(({ configurations }) => configurations)
    .reduce((one, other) => Math.max(one, other), 0);
}

/** If the present keys cannot be read, those of the backup are used. */
async function keepKeys(directory: string, staged: string, manifest: Manifest): Promise<Manifest> {
  const saved = await keysFile(staged).read();
  const present = await keysFile(directory).read().catch(damaged);
  if (present === null || present === 'damaged') return manifest;
  await keysFile(staged).write(saved ? mergedKeys(saved, present) : present);
  return withParts(staged, manifest, 'keys.json');
}

async function keepRevocations(directory: string, staged: string, manifest: Manifest): Promise<void> {
  const saved = await tokensFile(staged).read();
  const { issued, revoked } = saved ?? noTokens;
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

/** The revocations are lost: only new keys make sure that no revoked token becomes valid again. */
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
  const extended = { ...manifest, parts: [...new Set([...manifest.parts, ...parts])] };
  await replaceFile(join(staged, 'manifest.json'), JSON.stringify(extended));
  return extended;
}
