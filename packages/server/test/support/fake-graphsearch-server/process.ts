/** Starts the stand-in as a process of its own, for tests, and talks to what of it is not the published API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manners, MetCall } from './server.ts';

const program = fileURLToPath(new URL('./server.ts', import.meta.url));

export interface StandIn {
  url: URL;
  /** Good manners but for these, from now on. */
  behave(manners?: Partial<Manners>): Promise<void>;
  /** What it was asked since the last time. */
  calls(): Promise<MetCall[]>;
  revokeTokens(): Promise<void>;
  /** Its thesaurus is kept by another service: no operation of the published API replaces it. */
  learn(turtle: string): Promise<void>;
  /** Ends at once, as in a power cut. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const directory = await mkdtemp(join(tmpdir(), 'stand-in-'));
  const child = spawn(process.execPath, [program, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = new URL(`http://127.0.0.1:${String(line).trim()}`);
  const tell = async (path: string, body: string) => {
    const answer = await fetch(new URL(`stand-in/${path}`, url), { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url,
    behave: async (manners = {}) => void (await tell('manners', JSON.stringify(manners))),
    calls: async () => (await tell('calls', '')) as MetCall[],
    revokeTokens: async () => void (await tell('revoke', '')),
    learn: async (turtle) => void (await tell('thesaurus', turtle)),
    kill,
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
