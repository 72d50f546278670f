/** Read-only health check of a data directory, with one finding per part. */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateLocation } from '@semantic-search/contract/storage';
import { readKeys } from '../auth/key-file.ts';
import { readTokens } from '../auth/token-store.ts';
import { readDocuments, requireDocument } from '../configurations/document-files.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { RESTORE_MARKER } from '../filesystem/lock.ts';
import { readSchedules } from '../schedules/scheduled-sources.ts';
import { diagnoseSpace, listSpaces } from './list-spaces.ts';

export interface Finding {
  part: string;
  /** `doubtful` parts work but need attention. */
  state: 'good' | 'doubtful' | 'damaged';
  message: string;
}

const MIN_FREE_BYTES = 200 * 1024 * 1024;

/** With a `database`, configurations and tokens are there. Changes nothing, and may run while servers run. */
export async function diagnose(
  directory: string,
  database?: Pick<StateLocation, 'read'>,
): Promise<Finding[]> {
  return [
    ...(database ? [await databaseFinding(database)] : await stateFindings(directory)),
    ...(await spaceFindings(directory)),
    ...(await scheduleFindings(directory)),
    await diskFinding(directory),
    ...(await restoreFindings(directory)),
  ];
}

async function databaseFinding(database: Pick<StateLocation, 'read'>): Promise<Finding> {
  const part = 'database';
  try {
    const { configurations, tokens } = await database.read();
    for (const document of configurations)
      requireDocument(`configuration ${document.id}`, document.id, document);
    const present = configurations.filter(({ deleted }) => !deleted).length;
    const { issued, revoked } = tokens;
    const message = `${present} configurations, ${issued.length} tokens issued, ${revoked.length} revoked`;
    return { part, state: 'good', message };
  } catch (error) {
    return { part, state: 'damaged', message: (error as Error).message };
  }
}

async function stateFindings(directory: string): Promise<Finding[]> {
  return [
    ...(await configurationFindings(directory)),
    await secretFinding(directory, 'keys.json', readKeys),
    await secretFinding(directory, 'tokens.json', readTokens),
  ];
}

async function configurationFindings(directory: string): Promise<Finding[]> {
  try {
    const { documents, damaged } = await readDocuments(directory);
    const present = [...documents.values()].filter(({ deleted }) => !deleted);
    const message = `${present.length} configurations`;
    const faults = new Map(
      Array.from(damaged.configurations, ([id, fault]) => [`configuration ${id}`, fault]),
    );
    if (damaged.state !== null) faults.set('active configuration', damaged.state);
    return [
      { part: 'configurations', state: 'good', message },
      ...Array.from(
        faults,
        ([part, fault]): Finding => ({ part, state: 'damaged', message: `${fault.message}; ${RESTORE}` }),
      ),
    ];
  } catch (error) {
    return [{ part: 'configurations', state: 'damaged', message: (error as Error).message }];
  }
}

const RESTORE = 'restore a backup';

async function secretFinding(
  directory: string,
  part: string,
  read: (directory: string) => Promise<unknown>,
): Promise<Finding> {
  try {
    if ((await read(directory)) === null) return { part, state: 'good', message: 'not created yet' };
  } catch (error) {
    const message = `${(error as Error).message}; the server does not start; ${RESTORE}`;
    return { part, state: 'damaged', message };
  }
  const isOpen = ((await stat(join(directory, part))).mode & 0o077) !== 0;
  return isOpen
    ? { part, state: 'doubtful', message: `readable by other users; run chmod 600 on it` }
    : { part, state: 'good', message: 'readable by its owner only' };
}

async function spaceFindings(directory: string): Promise<Finding[]> {
  const spaces = await listSpaces(join(directory, 'spaces'));
  return spaces.map((name) => {
    const part = `search space ${name}`;
    try {
      const fault = diagnoseSpace(join(directory, 'spaces', name));
      if (fault === null) return { part, state: 'good', message: 'database intact' };
      const message = `${fault}; ${RESTORE}, or ingest the content again`;
      return { part, state: 'damaged', message };
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

async function restoreFindings(directory: string): Promise<Finding[]> {
  if ((await stat(join(directory, RESTORE_MARKER)).catch(nullIfNotFound)) === null) return [];
  const message = 'was interrupted, so the state is mixed; run it again with --replace';
  return [{ part: 'restore', state: 'damaged', message }];
}
