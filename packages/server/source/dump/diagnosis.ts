/** What is well and what is not in a data directory, part by part; nothing is changed by looking. */
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { logPath } from '../configurations/durable/log.ts';
import { copiedIds } from '../configurations/durable/projections.ts';
import { replay } from '../configurations/durable/replay.ts';
import { readChecked } from '../disk/checked-file.ts';
import { nullWhenMissing } from '../disk/durable-file.ts';
import { isStaged } from './restore-dump.ts';
import { faultOfSpace, spacesIn } from './space-copy.ts';

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
  const lost = foreignKeys ? `. ${revocationsLost}` : '';
  return [
    await logFinding(directory),
    await copiesFinding(directory),
    await secretFinding(directory, 'keys.json', { missing: 'it is made at the first start', damaged: '' }),
    await secretFinding(directory, 'tokens.json', {
      missing: 'no token for a public page was issued',
      damaged: lost,
    }),
  ];
}

async function logFinding(directory: string): Promise<Finding> {
  const part = 'log of configurations';
  try {
    const { state, torn } = await replay(logPath(directory));
    const message = `${state.number} changes, ${state.entries.size} configurations`;
    if (torn.length === 0) return { part, state: 'good', message };
    return {
      part,
      state: 'doubtful',
      message: `${message}; a torn line at its end is cut at the next start`,
    };
  } catch (error) {
    return { part, state: 'damaged', message: (error as Error).message };
  }
}

async function copiesFinding(directory: string): Promise<Finding> {
  const part = 'readable copies';
  try {
    const { state } = await replay(logPath(directory));
    const ids = await copiedIds(directory);
    const same = ids.length === state.entries.size && ids.every((id) => state.find(id) !== undefined);
    if (same) return { part, state: 'good', message: `one for each of ${ids.length} configurations` };
    return { part, state: 'doubtful', message: 'older than the log; the next start makes them again' };
  } catch {
    return { part, state: 'doubtful', message: 'cannot be compared with the log' };
  }
}

interface SecretWords {
  missing: string;
  /** Said beside that it is damaged. */
  damaged: string;
}

async function secretFinding(directory: string, part: string, words: SecretWords): Promise<Finding> {
  const path = join(directory, part);
  const text = await readFile(path, 'utf8').catch(nullWhenMissing);
  if (text === null) return { part, state: 'good', message: words.missing };
  try {
    readChecked(path, text);
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
    const fault = faultOfSpace(join(directory, 'spaces', name));
    const part = `search space ${name}`;
    return fault === null
      ? { part, state: 'good', message: 'its database is whole' }
      : {
          part,
          state: 'damaged',
          message: `${fault}; restore it from a dump, save what can be read (doctor --repair), or ingest its content anew`,
        };
  });
}

async function diskFinding(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1024 / 1024)} MiB free`;
  return { part: 'disk', state: free < littleSpace ? 'doubtful' : 'good', message };
}

async function leftovers(directory: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const kept = await readdir(join(directory, 'quarantine')).catch(() => []);
  if (kept.length > 0) {
    const message = `${kept.length} put aside; look at them, then remove them`;
    findings.push({ part: 'quarantine', state: 'doubtful', message });
  }
  if (await isStaged(directory)) {
    findings.push({ part: 'restore', state: 'doubtful', message: 'a dump waits for the next start' });
  }
  return findings;
}
