/** Lock contention: several processes compete for the same data directory, repeatedly. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationIds } from '../../src/configurations/document-files.ts';
import type { Command, Outcome } from './lock-contender.ts';

const contender = fileURLToPath(new URL('lock-contender.ts', import.meta.url));

export interface Round {
  outcomes: Outcome[];
  /** IDs of the stored configurations. */
  final: string[];
}

export async function contend(processes: number, rounds: number): Promise<Round[]> {
  const children = Array.from({ length: processes }, () => fork(contender, { execArgv: [] }));
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const all: Round[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await contendOnce(children));
    return all;
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

async function contendOnce(children: ChildProcess[]): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'contention-'));
  const outcomes = await sendAll(children, { do: 'open', directory, at: Date.now() + 8 });
  const final = (await configurationIds(directory)).map(String);
  await sendAll(children, { do: 'close' });
  await rm(directory, { recursive: true });
  return { outcomes, final };
}

function sendAll(children: ChildProcess[], command: Command): Promise<Outcome[]> {
  return Promise.all(
    children.map(async (child) => {
      child.send(command);
      const [outcome] = await once(child, 'message');
      return outcome as Outcome;
    }),
  );
}

export const acknowledgedIn = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap((outcome) => ('acknowledged' in outcome ? outcome.acknowledged : []));
