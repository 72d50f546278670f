/** Read-only health check of a data directory, with one finding per part. */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateLocation } from '@semantic-search/contract/storage';
import { diagnoseSpace } from '@semantic-search/engine';
import { readKeys } from '../auth/key-file.ts';
import { readTokens } from '../auth/token-file.ts';
import { readDocuments, requireDocument } from '../configurations/document-files.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { RESTORE_MARKER } from '../filesystem/lock.ts';
import { readSchedules } from '../schedules/source-files.ts';
import { listSpaces } from './directory-location.ts';

export interface Finding {
  part: string;
  /** `doubtful` parts work but need attention. */
  state: 'good' | 'doubtful' | 'damaged';
  message: string;
}

/** A disk with less free space is doubtful. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const RESTORE = 'restore a backup';

type Database = Pick<StateLocation, 'read'>;

/** Reads configurations and tokens from `database` if set. Changes nothing, and may run while servers run. */
export async function diagnose(directory: string, database?: Database): Promise<Finding[]> {
  const state = database
    ? [await findingsOf('database', () => databaseFindings(database))]
    : [
        await findingsOf('configurations', () => configurationFindings(directory)),
        await secretFindings(directory, 'keys.json', readKeys),
        await secretFindings(directory, 'tokens.json', readTokens),
      ];
  return [
    ...state.flat(),
    ...(await spaceFindings(directory)),
    ...(await findingsOf('schedules', () => scheduleFindings(directory))),
    await diskFinding(directory),
    ...(await restoreFindings(directory)),
  ];
}

/** The findings of a part; if it cannot be read, it is damaged. */
const findingsOf = (part: string, find: () => Promise<Finding[]>, remedy = ''): Promise<Finding[]> =>
  find().catch((error: Error) => [{ part, state: 'damaged', message: `${error.message}${remedy}` }]);

async function databaseFindings(database: Database): Promise<Finding[]> {
  const { configurations, tokens } = await database.read();
  for (const document of configurations)
    requireDocument(`configuration ${document.id}`, document.id, document);
  const configurationCount = configurations.filter(({ deleted }) => !deleted).length;
  const { issued, revoked } = tokens;
  const message = `${configurationCount} configurations, ${issued.length} tokens issued, ${revoked.length} revoked`;
  return [{ part: 'database', state: 'good', message }];
}

async function configurationFindings(directory: string): Promise<Finding[]> {
  const { documents, damaged } = await readDocuments(directory);
  const currentConfigurations = [...documents.values()].filter(({ deleted }) => !deleted);
  return [
    { part: 'configurations', state: 'good', message: `${currentConfigurations.length} configurations` },
    ...Array.from(damaged, ([part, { message }]): Finding => {
      return { part, state: 'damaged', message: `${message}; ${RESTORE}` };
    }),
  ];
}

/** `read` resolves to null if the file is missing, and rejects if it is damaged. */
function secretFindings(
  directory: string,
  file: string,
  read: (directory: string) => Promise<unknown>,
): Promise<Finding[]> {
  const find = async (): Promise<Finding[]> => {
    const finding = { part: file, state: 'good' } as const;
    if ((await read(directory)) === null) return [{ ...finding, message: 'not created yet' }];
    const { mode } = await stat(join(directory, file));
    if ((mode & 0o077) === 0) return [{ ...finding, message: 'readable by its owner only' }];
    return [{ ...finding, state: 'doubtful', message: 'readable by other users; run chmod 600 on it' }];
  };
  return findingsOf(file, find, `; the server does not start; ${RESTORE}`);
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
  const schedules = await readSchedules(directory);
  const problems = schedules.flatMap((schedule) => schedule.problems);
  const sources = schedules.flatMap((schedule) => schedule.sources);
  if (sources.length + problems.length === 0) return [];
  if (problems.length === 0) return [{ part, state: 'good', message: `${sources.length} sources` }];
  const remedy = 'correct or remove the file; the other schedules run';
  return problems.map((problem) => ({ part, state: 'damaged', message: `${problem}; ${remedy}` }));
}

async function diskFinding(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1024 / 1024)} MiB free`;
  const code = await access(directory, constants.W_OK).catch((error: NodeJS.ErrnoException) => error.code);
  if (code === 'EROFS') {
    const reason = 'the file system is read-only; see the system log';
    return { part: 'disk', state: 'doubtful', message: `${message}, but ${reason}` };
  }
  return { part: 'disk', state: free < MIN_FREE_BYTES ? 'doubtful' : 'good', message };
}

async function restoreFindings(directory: string): Promise<Finding[]> {
  if ((await stat(join(directory, RESTORE_MARKER)).catch(nullIfNotFound)) === null) return [];
  const message = 'was interrupted, so the state is mixed; run it again with --replace';
  return [{ part: 'restore', state: 'damaged', message }];
}
