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

/** Less than this is soon full, in bytes. */
const littleSpace = 200 * 1024 * 1024;

/** `shared`: configurations and tokens are in a database, and not looked for here. */
export async function diagnose(directory: string, shared = false): Promise<Finding[]> {
  return [
    ...(shared ? [] : await stateFindings(directory)),
    ...(await spaceFindings(directory)),
    await diskFinding(directory),
    ...(await leftovers(directory)),
  ];
}

async function stateFindings(directory: string): Promise<Finding[]> {
  return [
    await logFinding(directory),
    await copiesFinding(directory),
    await secretFinding(directory, 'keys.json', 'it is made at the first start'),
    await secretFinding(directory, 'tokens.json', 'no token for a public page was issued'),
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

async function secretFinding(directory: string, part: string, whenMissing: string): Promise<Finding> {
  const path = join(directory, part);
  const text = await readFile(path, 'utf8').catch(nullWhenMissing);
  if (text === null) return { part, state: 'good', message: whenMissing };
  try {
    readChecked(path, text);
  } catch {
    return { part, state: 'damaged', message: 'it is not what was written, so the server does not start' };
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
