/** Reads the log at start: every line in order, checked; a torn end is told apart from damage. */
import { createReadStream, existsSync } from 'node:fs';
import { concerned, effectOf, emptyState, type State } from '../state.ts';
import { decode } from './line.ts';
import type { Position } from './log.ts';

/** The log says something that was never written so. It takes a person to decide what to do about it. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';

  constructor(path: string, what: string, cause?: unknown) {
    super(
      `${path}: ${what}. The server does not start, so that nothing is lost; see what can be saved with: semantic-search repair`,
      { cause },
    );
  }
}

export interface Replay {
  state: State;
  /** Where each configuration's changes stand, oldest first; deleted ones have none. */
  history: Map<number, Position[]>;
  /** Of each configuration's last change. */
  numbers: Map<number, number>;
  /** Where the last whole line ends, in bytes. */
  size: number;
  /** What was being written when the process died: never acknowledged. */
  torn: Buffer;
  /** The last line is whole but for its newline, which is still to be written. */
  unended: boolean;
}

/** Throws DamagedLogError. */
export async function replay(path: string): Promise<Replay> {
  const state = emptyState();
  const found: Replay = {
    state,
    history: new Map(),
    numbers: new Map(),
    size: 0,
    torn: Buffer.alloc(0),
    unended: false,
  };
  let rest: Buffer = Buffer.alloc(0);
  if (!existsSync(path)) throw new DamagedLogError(path, 'it is missing');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      takeLine(path, found, rest.subarray(start, end));
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  found.unended = rest.length > 0 && decode(rest.toString()) !== null;
  if (found.unended) takeLine(path, found, rest);
  else found.torn = Buffer.from(rest);
  return found;
}

function takeLine(path: string, found: Replay, bytes: Buffer): void {
  const { state, history, numbers } = found;
  const line = decode(bytes.toString());
  if (!line) throw new DamagedLogError(path, `the line after change ${state.number} is damaged`);
  try {
    state.commit(effectOf(state, line));
  } catch (cause) {
    throw new DamagedLogError(path, `the line after change ${state.number} does not follow from it`, cause);
  }
  const position = { offset: found.size, length: bytes.length };
  found.size += bytes.length + 1;
  for (const id of concerned(line)) {
    remember(history, id, position);
    numbers.set(id, line.number);
  }
  if (line.action === 'deleted') {
    history.delete(line.id);
    numbers.delete(line.id);
  }
}

export function remember(history: Map<number, Position[]>, id: number, position: Position): void {
  const positions = history.get(id);
  if (positions) positions.push(position);
  else history.set(id, [position]);
}
