/** Read-only health check of a data directory, with one finding per part. */
import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { copiedIds, loadSummary, readCopy } from '../configurations/store-file/projections.ts';
import { recoverState } from '../configurations/store-file/recovery.ts';
import { isProbablyLocked } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { diagnoseSpace, listSpaces } from './list-spaces.ts';
import { describeUnfinishedRestore } from './pending-restore.ts';
import { checkSecretFile, type secretFiles } from './secret-files.ts';

export interface Finding {
  part: string;
  /** `doubtful` parts work but need attention. */
  state: 'good' | 'doubtful' | 'damaged';
  message: string;
}

/** Message about a damaged `tokens.json` when new keys in the data directory do not revoke all tokens. */
export const revocationsLost =
  'The list of revoked tokens is lost. Revoked tokens signed with a configured secret or by the external issuer are valid again until they expire: change the secrets (ACCESS_TOKEN_SECRETS, PUBLISHABLE_TOKEN_SECRETS) and the keys of the issuer';

const MIN_FREE_BYTES = 200 * 1024 * 1024;

export interface DiagnosisOptions {
  /** Configurations and tokens are in a database and not checked here. */
  shared?: boolean;
  /** Some tokens are signed with a configured secret or the key of an external issuer. */
  foreignKeys?: boolean;
}

export async function diagnose(directory: string, given: DiagnosisOptions = {}): Promise<Finding[]> {
  return [
    ...(given.shared ? [] : await stateFindings(directory, given)),
    ...(await spaceFindings(directory)),
    await diskFinding(directory),
    ...(await leftovers(directory)),
  ];
}

async function stateFindings(directory: string, { foreignKeys }: DiagnosisOptions): Promise<Finding[]> {
  const open = await isProbablyLocked(directory);
  const lost = foreignKeys ? `. ${revocationsLost}` : '';
  return [
    await logFinding(directory, open),
    await copiesFinding(directory, open),
    await secretFinding(directory, 'keys.json', { missing: 'created at the first start', damaged: '' }),
    await secretFinding(directory, 'tokens.json', {
      missing: 'no publishable token was issued',
      damaged: lost,
    }),
  ];
}

/** Verifies the whole log; a start skips the lines before the checkpoint. */
async function logFinding(directory: string, open: boolean): Promise<Finding> {
  const part = 'log of configurations';
  try {
    const found = await recoverState(directory);
    if (!found) return { part, state: 'good', message: 'empty' };
    const message = `${found.state.number} changes, ${found.state.entries.size} configurations`;
    if (found.torn.length === 0) return { part, state: 'good', message };
    return open
      ? { part, state: 'good', message: `${message}; a write is in progress` }
      : {
          part,
          state: 'doubtful',
          message: `${message}; the next start truncates a torn write at the end`,
        };
  } catch (error) {
    return { part, state: 'damaged', message: (error as Error).message };
  }
}

async function copiesFinding(directory: string, open: boolean): Promise<Finding> {
  const part = 'readable copies';
  const entries = (await recoverState(directory).catch(() => null))?.state.entries;
  if (!entries) return { part, state: 'good', message: 'no log to compare with' };
  const ids = await copiedIds(directory);
  const others = new Set(ids.filter((id) => !entries.has(id)));
  for (const [id, entry] of entries) {
    // An unreadable copy counts as different.
    const copy = await readCopy(directory, id).catch(() => null);
    if (!isDeepStrictEqual(copy, entry)) others.add(id);
  }
  const summary = await loadSummary(directory);
  if (others.size === 0 && (summary !== 'damaged' || open))
    return { part, state: 'good', message: `${ids.length} configurations` };
  if (open) return { part, state: 'good', message: 'the running server is updating them' };
  const which = [...(summary === 'damaged' ? ['state.json'] : []), ...others].slice(0, 10).join(', ');
  const message = `differ from the log (${which}); doctor --repair rewrites them`;
  return { part, state: 'doubtful', message };
}

interface SecretWords {
  missing: string;
  /** Appended to the message if the file is damaged. */
  damaged: string;
}

async function secretFinding(
  directory: string,
  part: (typeof secretFiles)[number],
  words: SecretWords,
): Promise<Finding> {
  const path = join(directory, part);
  const text = await readFile(path, 'utf8').catch(nullIfNotFound);
  if (text === null) return { part, state: 'good', message: words.missing };
  try {
    checkSecretFile(part, path, text);
  } catch {
    const message = `corrupted; the server does not start${words.damaged}`;
    return { part, state: 'damaged', message };
  }
  const open = ((await stat(path)).mode & 0o077) !== 0;
  return open
    ? { part, state: 'doubtful', message: 'readable by other users' }
    : { part, state: 'good', message: 'readable by its owner only' };
}

async function spaceFindings(directory: string): Promise<Finding[]> {
  const spaces = await listSpaces(join(directory, 'spaces'));
  return spaces.map((name) => {
    const part = `search space ${name}`;
    try {
      const fault = diagnoseSpace(join(directory, 'spaces', name));
      if (fault === null) return { part, state: 'good', message: 'database intact' };
      const remedy =
        'restore a backup, salvage readable documents (doctor --repair), or ingest the content again';
      return { part, state: 'damaged', message: `${fault}; ${remedy}` };
    } catch (error) {
      return { part, state: 'doubtful', message: (error as Error).message };
    }
  });
}

async function diskFinding(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1024 / 1024)} MiB free`;
  if (await isReadOnly(directory)) {
    const reason = 'the file system is read-only; see the system log';
    return { part: 'disk', state: 'doubtful', message: `${message}, but ${reason}` };
  }
  return { part: 'disk', state: free < MIN_FREE_BYTES ? 'doubtful' : 'good', message };
}

function isReadOnly(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EROFS',
  );
}

async function leftovers(directory: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const kept = await readdir(join(directory, 'quarantine')).catch(() => []);
  if (kept.length > 0) {
    const message = `${kept.length} entries; inspect and remove them`;
    findings.push({ part: 'quarantine', state: 'doubtful', message });
  }
  const restoring = await describeUnfinishedRestore(directory);
  if (restoring !== null) findings.push({ part: 'restore', state: 'doubtful', message: restoring });
  return findings;
}
