/** What is well and what is not in a data directory, part by part; nothing is changed by looking. */
import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { copiedIds, copyOf, summaryIn } from '../configurations/store-file/projections.ts';
import { recovered } from '../configurations/store-file/recovery.ts';
import { seemsOpen } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { faultOfSpace, spacesIn } from './list-spaces.ts';
import { traceOfRestore } from './pending-restore.ts';
import { checkSecretFile, type secretFiles } from './secret-files.ts';

export interface Finding {
  part: string;
  /** `doubtful` does its work, but someone should look. */
  state: 'good' | 'doubtful' | 'damaged';
  message: string;
}

/** Of a damaged `tokens.json`, where new keys in the data directory do not end all tokens. */
export const revocationsLost =
  'Which tokens were revoked is lost with it. Those signed with a secret of the settings or by the external issuer are good again until they end: change the secrets (ACCESS_TOKEN_SECRETS, PUBLISHABLE_TOKEN_SECRETS), and the keys of the issuer';

/** Less than this is soon full, in bytes. */
const littleSpace = 200 * 1024 * 1024;

export interface Circumstances {
  /** Configurations and tokens are in a database, and not looked for here. */
  shared?: boolean;
  /** Some tokens are signed with what is not in the data directory: a secret of the settings, or an issuer's key. */
  foreignKeys?: boolean;
}

export async function diagnose(directory: string, given: Circumstances = {}): Promise<Finding[]> {
  return [
    ...(given.shared ? [] : await stateFindings(directory, given)),
    ...(await spaceFindings(directory)),
    await diskFinding(directory),
    ...(await leftovers(directory)),
  ];
}

async function stateFindings(directory: string, { foreignKeys }: Circumstances): Promise<Finding[]> {
  const open = await seemsOpen(directory);
  const lost = foreignKeys ? `. ${revocationsLost}` : '';
  return [
    await logFinding(directory, open),
    await copiesFinding(directory, open),
    await secretFinding(directory, 'keys.json', { missing: 'it is made at the first start', damaged: '' }),
    await secretFinding(directory, 'tokens.json', {
      missing: 'no token for a public page was issued',
      damaged: lost,
    }),
  ];
}

/** As the start sees it, but for the lines before a checkpoint, which are looked at too. */
async function logFinding(directory: string, open: boolean): Promise<Finding> {
  const part = 'log of configurations';
  try {
    const found = await recovered(directory);
    if (!found) return { part, state: 'good', message: 'nothing was kept yet' };
    const message = `${found.state.number} changes, ${found.state.entries.size} configurations`;
    if (found.torn.length === 0) return { part, state: 'good', message };
    return open
      ? { part, state: 'good', message: `${message}; another is being written` }
      : {
          part,
          state: 'doubtful',
          message: `${message}; a torn line at its end is cut at the next start`,
        };
  } catch (error) {
    return { part, state: 'damaged', message: (error as Error).message };
  }
}

async function copiesFinding(directory: string, open: boolean): Promise<Finding> {
  const part = 'readable copies';
  const entries = (await recovered(directory).catch(() => null))?.state.entries;
  if (!entries) return { part, state: 'good', message: 'there is no log to compare them with' };
  const ids = await copiedIds(directory);
  const others = new Set(ids.filter((id) => !entries.has(id)));
  for (const [id, entry] of entries) {
    // One that cannot be read is another, too.
    const copy = await copyOf(directory, id).catch(() => null);
    if (!isDeepStrictEqual(copy, entry)) others.add(id);
  }
  const summary = await summaryIn(directory);
  if (others.size === 0 && (summary !== 'damaged' || open))
    return { part, state: 'good', message: `one for each of ${ids.length} configurations` };
  if (open) return { part, state: 'good', message: 'being written behind the changes by the running server' };
  const which = [...(summary === 'damaged' ? ['state.json'] : []), ...others].slice(0, 10).join(', ');
  const message = `other than the log (${which}); doctor --repair writes them anew`;
  return { part, state: 'doubtful', message };
}

interface SecretWords {
  missing: string;
  /** Said beside that it is damaged. */
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
    const message = `it is not what was written, so the server does not start${words.damaged}`;
    return { part, state: 'damaged', message };
  }
  const open = ((await stat(path)).mode & 0o077) !== 0;
  return open
    ? { part, state: 'doubtful', message: 'others than its owner may read it' }
    : { part, state: 'good', message: 'readable, by its owner only' };
}

async function spaceFindings(directory: string): Promise<Finding[]> {
  const spaces = await spacesIn(join(directory, 'spaces'));
  return spaces.map((name) => {
    const part = `search space ${name}`;
    try {
      const fault = faultOfSpace(join(directory, 'spaces', name));
      if (fault === null) return { part, state: 'good', message: 'its database is whole' };
      const remedy =
        'restore it from a dump, save what can be read (doctor --repair), or ingest its content anew';
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
    const told = 'it is read-only: nothing that is kept there can be changed. See what the system says of it';
    return { part: 'disk', state: 'doubtful', message: `${message}, but ${told}` };
  }
  return { part: 'disk', state: free < littleSpace ? 'doubtful' : 'good', message };
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
    const message = `${kept.length} put aside; look at them, then remove them`;
    findings.push({ part: 'quarantine', state: 'doubtful', message });
  }
  const restoring = await traceOfRestore(directory);
  if (restoring !== null) findings.push({ part: 'restore', state: 'doubtful', message: restoring });
  return findings;
}
