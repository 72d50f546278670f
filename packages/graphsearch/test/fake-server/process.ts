/** Starts the fake GraphSearch server as a process and controls it outside of the published API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FakeServerBehavior, RecordedCall } from './server.ts';

const program = fileURLToPath(new URL('./server.ts', import.meta.url));

export interface FakeGraphsearchServer {
  url: URL;
  /** Sets faults and variants; all others are reset. */
  setBehavior(behavior?: Partial<FakeServerBehavior>): Promise<void>;
  /** Calls recorded since the last time. */
  calls(): Promise<RecordedCall[]>;
  revokeTokens(): Promise<void>;
  /** Loads the thesaurus, which no operation of the published API can replace. */
  loadThesaurus(turtle: string): Promise<void>;
  /** Kills the process, as in a power cut. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeGraphsearchServer(): Promise<FakeGraphsearchServer> {
  const directory = await mkdtemp(join(tmpdir(), 'fake-graphsearch-'));
  const child = spawn(process.execPath, [program, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = new URL(`http://127.0.0.1:${String(line).trim()}`);
  const post = async (path: string, body: string) => {
    const response = await fetch(new URL(`control/${path}`, url), { method: 'POST', body });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url,
    setBehavior: async (behavior = {}) => void (await post('behavior', JSON.stringify(behavior))),
    calls: async () => (await post('calls', '')) as RecordedCall[],
    revokeTokens: async () => void (await post('revoke', '')),
    loadThesaurus: async (turtle) => void (await post('thesaurus', turtle)),
    kill,
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
