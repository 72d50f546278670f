/**
 * Fault injection for `node:fs/promises`: counts calls and, at a given one, fails, writes half of the bytes, or stops all
 * further calls as a killed process or a power loss would. For tests:
 *
 *   vi.mock('node:fs/promises', async (original) => faulty(await original()));
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** `crash`: no further call reaches the disk. `power loss`: additionally, unsynced data is lost. */
export type Fault = 'error' | 'two errors' | 'short write' | 'crash' | 'power loss';

type Calls = typeof import('node:fs/promises');
type Parameters = readonly unknown[];
type Method = (...parameters: Parameters) => Promise<unknown>;

const armed = { root: '', fault: null as Fault | null, turn: 0, calls: 0, crashed: false };
let synced: Shadow | undefined;

/** Arms the fault for the `turn`th call below `root` (from 1). */
export function arm(root: string, fault: Fault, turn: number): void {
  Object.assign(armed, { root, fault, turn, calls: 0, crashed: false });
  synced = fault === 'power loss' ? shadowOf(root) : undefined;
}

/** Disarms; after a power loss, restores the synced state. True if the fault has occurred. */
export function disarm(): boolean {
  const { root, calls, turn, crashed } = armed;
  if (crashed && synced) restore(root, synced);
  Object.assign(armed, { fault: null, crashed: false });
  return calls >= turn;
}

const counted = [
  'readFile',
  'writeFile',
  'appendFile',
  'rename',
  'link',
  'rm',
  'mkdir',
  'readdir',
  'truncate',
];
const ofHandles = new Set(['write', 'writeFile', 'read', 'truncate', 'stat']);

/** node:fs/promises with fault injection. Syncs are recorded instead of executed, to be fast. */
export function faulty(real: Calls): Calls {
  const originals = real as unknown as Record<string, Method>;
  const replaced: Record<string, Method> = {
    open: (path, ...rest) =>
      step(path, () => originals.open!(path, ...rest).then((file) => handle(file, path))),
  };
  for (const name of counted)
    replaced[name] = (path, ...rest) => step(path, () => originals[name]!(path, ...rest));
  return { ...real, ...replaced, default: { ...real, ...replaced } } as unknown as Calls;
}

function handle(file: unknown, path: unknown): FileHandle {
  return new Proxy(file as FileHandle, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const call = value.bind(target) as Method;
      if (name === 'sync' || name === 'datasync') return () => step(path, async () => note(String(path)));
      if (name === 'close') return () => call().then(() => step(path, async () => undefined));
      if (!ofHandles.has(String(name))) return call;
      return (...parameters: Parameters) =>
        step(path, () => call(...parameters), halfOf(String(name), call, parameters));
    },
  });
}

/** Effect of a disk that writes half of the bytes; undefined for calls that do not write. */
function halfOf(name: string, call: Method, [bytes, start, length, at]: Parameters) {
  if (name === 'write') return () => call(bytes, start, Math.ceil(Number(length) / 2), at);
  if (name !== 'writeFile') return undefined;
  return async () => {
    await call(String(bytes).slice(0, String(bytes).length / 2));
    throw failure();
  };
}

async function step(
  path: unknown,
  call: () => Promise<unknown>,
  half?: () => Promise<unknown>,
): Promise<unknown> {
  const { fault, root } = armed;
  if (fault === null || !String(path).startsWith(root)) return call();
  if (armed.crashed) throw failure();
  if (fault !== 'short write' || half) armed.calls += 1;
  const due = armed.calls === armed.turn || (fault === 'two errors' && armed.calls === armed.turn + 1);
  if (!due) return call();
  if (fault === 'short write') return half ? half() : call();
  if (fault === 'crash' || fault === 'power loss') {
    armed.crashed = true;
    await half?.().catch(() => undefined);
  }
  throw failure();
}

function failure(): Error {
  return Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
}

/** State after a power loss: names per directory and bytes per file, as last synced. Keys are independent of names. */
interface Shadow {
  root: string;
  names: Map<string, Map<string, Buffered | DirectoryKey>>;
  files: Map<string, Buffered>;
}

interface Buffered {
  bytes: Buffer;
}

type DirectoryKey = string;

function shadowOf(root: string): Shadow {
  const shadow: Shadow = { root: keyOf(root), names: new Map(), files: new Map() };
  for (const path of [root, ...below(root)]) noteIn(shadow, path);
  for (const path of [root, ...below(root)]) noteIn(shadow, path);
  return shadow;
}

function below(root: string): string[] {
  return readdirSync(root, { recursive: true }).map((name) => join(root, String(name)));
}

function note(path: string): void {
  if (synced) noteIn(synced, path);
}

function noteIn(shadow: Shadow, path: string): void {
  if (statSync(path).isDirectory()) shadow.names.set(keyOf(path), namesIn(shadow, path));
  else fileIn(shadow, path).bytes = readFileSync(path);
}

/** Reads again if the thread pool renames a file in between. */
function namesIn(shadow: Shadow, directory: string): Map<string, Buffered | DirectoryKey> {
  try {
    return new Map(
      readdirSync(directory, { withFileTypes: true }).map((entry) => [
        entry.name,
        entry.isDirectory()
          ? keyOf(join(directory, entry.name))
          : fileIn(shadow, join(directory, entry.name)),
      ]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return namesIn(shadow, directory);
  }
}

/** The file independent of its name; empty if it was never synced. */
function fileIn({ files }: Shadow, path: string): Buffered {
  const key = keyOf(path);
  const known = files.get(key) ?? { bytes: Buffer.alloc(0) };
  files.set(key, known);
  return known;
}

function keyOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

function restore(directory: string, shadow: Shadow, key = shadow.root): void {
  const names = shadow.names.get(key) ?? new Map<string, Buffered | DirectoryKey>();
  for (const name of readdirSync(directory)) {
    if (!names.has(name)) rmSync(join(directory, name), { recursive: true });
  }
  for (const [name, content] of names) {
    const path = join(directory, name);
    if (typeof content !== 'string') writeFileSync(path, content.bytes);
    else {
      if (!existsSync(path)) mkdirSync(path);
      restore(path, shadow, content);
    }
  }
}
