/** Read-only health check of a data directory, with one finding per part. */
import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isProbablyLocked } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { readSchedules } from '../schedules/scheduled-sources.ts';
import { configurationIds, readState } from '../stores/file/documents.ts';
import { historyName } from '../stores/file/history-file.ts';
import { type Inspection, inspectConfiguration } from '../stores/file/repair.ts';
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
  'The list of revoked tokens is lost. Revoked tokens signed with a configured secret or by the external issuer are valid again until they expire. Change the secrets (ACCESS_TOKEN_SECRETS, PUBLISHABLE_TOKEN_SECRETS) and the keys of the issuer';

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
    ...(await scheduleFindings(directory)),
    await diskFinding(directory),
    ...(await leftovers(directory)),
  ];
}

async function stateFindings(directory: string, { foreignKeys }: DiagnosisOptions): Promise<Finding[]> {
  const open = await isProbablyLocked(directory);
  const lost = foreignKeys ? `. ${revocationsLost}` : '';
  return [
    ...(await configurationFindings(directory, open)),
    await secretFinding(directory, 'keys.json', { missing: 'created at the first start', damaged: '' }),
    await secretFinding(directory, 'tokens.json', {
      missing: 'no publishable token was issued',
      damaged: lost,
    }),
  ];
}

const MAX_NAMED_IDS = 10;

/** Verifies every change; a start reads only those that are newer than the documents. */
async function configurationFindings(directory: string, open: boolean): Promise<Finding[]> {
  const part = 'configurations';
  const found: Inspection[] = [];
  for (const id of await configurationIds(directory)) found.push(await inspectConfiguration(directory, id));
  const damages = found.filter(({ damage }) => damage !== null);
  const changes = found.reduce((sum, each) => sum + each.changes, 0);
  const message = `${changes} changes, ${found.filter(({ state }) => state.entry).length} configurations`;
  if (damages.length > 0) {
    const first = damages.slice(0, MAX_NAMED_IDS).map(({ id, damage }) => `${historyName(id)}: ${damage}`);
    return [{ part, state: 'damaged', message: `${first.join('; ')}; doctor --repair recovers what it can` }];
  }
  const isTorn = found.some(({ torn }) => torn.length > 0);
  return [
    isTorn && !open
      ? { part, state: 'doubtful', message: `${message}; the next start removes an incomplete write` }
      : { part, state: 'good', message: isTorn ? `${message}; a write is in progress` : message },
    documentsFinding(directory, found, open),
  ];
}

/**
 * A running server writes the documents after its responses. A backup has only histories, so that a missing document is not
 * doubtful: nothing is read from it, and the start writes it.
 */
function documentsFinding(directory: string, found: readonly Inspection[], open: boolean): Finding {
  const part = 'configuration documents';
  const others = found.filter(
    ({ state, document }) => state.version > 0 && !isDeepStrictEqual(state, document),
  );
  const differing = others.filter(({ document }) => document !== null);
  const names = differing.slice(0, MAX_NAMED_IDS).map(({ id }) => `${id}.json`);
  if (readState(directory) === 'damaged') names.unshift('state.json');
  const good = (message: string): Finding => ({ part, state: 'good', message });
  if (names.length === 0 && others.length === 0) return good('match their histories');
  if (open) return good('the running server is updating them');
  if (names.length === 0) return good(`the next start writes ${others.length} from the histories`);
  const message = `differ from their histories (${names.join(', ')}); the next start writes them again`;
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

async function scheduleFindings(directory: string): Promise<Finding[]> {
  const part = 'schedules';
  try {
    const all = await readSchedules(directory);
    const problems = all.flatMap((each) => each.problems);
    const sources = all.flatMap((each) => each.sources);
    if (sources.length + problems.length === 0) return [];
    if (problems.length === 0) return [{ part, state: 'good', message: `${sources.length} sources` }];
    const remedy = 'correct or remove the file; the other schedules run';
    return problems.map((problem) => ({ part, state: 'damaged', message: `${problem}; ${remedy}` }));
  } catch (error) {
    return [{ part, state: 'damaged', message: (error as Error).message }];
  }
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
  const quarantine = join(directory, 'quarantine');
  const kept: string[] = [];
  for (const name of await readdir(quarantine).catch(() => [])) {
    // A restore into an empty directory leaves an empty folder as its mark.
    const files = await readdir(join(quarantine, name)).catch(() => null);
    if (files?.length !== 0) kept.push(name);
  }
  if (kept.length > 0) {
    const message = `${kept.length} entries; inspect and remove them`;
    findings.push({ part: 'quarantine', state: 'doubtful', message });
  }
  const restoring = await describeUnfinishedRestore(directory);
  if (restoring !== null) findings.push({ part: 'restore', state: 'doubtful', message: restoring });
  return findings;
}
