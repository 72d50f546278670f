/** Lock contention: several processes find the lock of a dead process and compete for it, repeatedly. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTokenStore } from '../../src/auth/token-store.ts';
import { readChanges } from '../../src/stores/file/changes.ts';
import type { Command, Outcome } from './lock-contender.ts';

const contender = fileURLToPath(new URL('lock-contender.ts', import.meta.url));

/** The lock that a killed process leaves behind. */
const dead = JSON.stringify({ pid: 4_194_305, started: '1', boot: 'another', namespace: '', thread: 0 });

export interface Round {
  outcomes: Outcome[];
  /** Final content: ids of created configurations, or of revoked tokens. */
  final: string[];
}

export async function contend(what: 'open' | 'revoke', processes: number, rounds: number): Promise<Round[]> {
  const children = Array.from({ length: processes }, () => fork(contender, { execArgv: [] }));
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const all: Round[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await contendOnce(what, children));
    return all;
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

async function contendOnce(what: 'open' | 'revoke', children: ChildProcess[]): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'contention-'));
  for (const name of ['LOCK', 'tokens.lock']) await writeFile(join(directory, name), dead);
  const outcomes = await sendAll(children, { do: what, directory, at: Date.now() + 8 });
  const final = what === 'open' ? await created(directory) : await revoked(directory, outcomes);
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

async function created(directory: string): Promise<string[]> {
  return (await readChanges(directory)).map(({ id }) => String(id));
}

async function revoked(directory: string, outcomes: Outcome[]): Promise<string[]> {
  const store = await openTokenStore(directory);
  return acknowledgedIn(outcomes).filter((jti) => store.isRevoked(jti));
}

export const acknowledgedIn = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap((outcome) => ('acknowledged' in outcome ? outcome.acknowledged : []));
