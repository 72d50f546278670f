/** Replay of the log at startup: verifies every line and distinguishes a torn end from damage. */
import { createReadStream, existsSync } from 'node:fs';
import { affectedIds, applyEvent, emptyState, type State, stateFrom } from '../reducer.ts';
import { type Checkpoint, historiesOf } from './checkpoint.ts';
import { appendPosition, type Histories } from './history-index.ts';
import type { Position } from './log.ts';
import { decode } from './log-line.ts';

/** The log says something that was never written so. It takes a person to decide what to do about it. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';

  constructor(path: string, what: string, cause?: unknown) {
    super(
      `${path}: ${what}. The server does not start, so that nothing is lost; see what can be saved with: semantic-search doctor --repair`,
      { cause },
    );
  }
}

export interface Replay {
  state: State;
  histories: Histories;
  /** Where the line of the last change stands. */
  last: Position;
  /** Where the last whole line ends, in bytes. */
  size: number;
  /** What was being written when the process died: never acknowledged. */
  torn: Buffer;
  /** The last line is whole but for its newline, which is still to be written. */
  unended: boolean;
}

/** Reads on after the checkpoint; without one all lines, each of which is checked. Throws DamagedLogError. */
export async function replay(path: string, checkpoint: Checkpoint | null = null): Promise<Replay> {
  const found = checkpoint ? upTo(checkpoint) : emptyReplay();
  let rest: Buffer = Buffer.alloc(0);
  if (!existsSync(path)) throw new DamagedLogError(path, 'it is missing');
  for await (const chunk of createReadStream(path, { start: found.size, highWaterMark: 1 << 20 })) {
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

export function emptyReplay(): Replay {
  return {
    state: emptyState(),
    histories: new Map(),
    last: { offset: 0, length: 0 },
    size: 0,
    torn: Buffer.alloc(0),
    unended: false,
  };
}

function upTo(checkpoint: Checkpoint): Replay {
  const { last } = checkpoint;
  const size = last.offset + last.length + 1;
  return {
    ...emptyReplay(),
    state: stateFrom(checkpoint),
    histories: historiesOf(checkpoint),
    last,
    size,
  };
}

function takeLine(path: string, found: Replay, bytes: Buffer): void {
  const { state, histories } = found;
  const line = decode(bytes.toString());
  if (!line) throw new DamagedLogError(path, `the line after change ${state.number} is damaged`);
  try {
    state.commit(applyEvent(state, line));
  } catch (cause) {
    throw new DamagedLogError(path, `the line after change ${state.number} does not follow from it`, cause);
  }
  const position = { offset: found.size, length: bytes.length };
  found.size += bytes.length + 1;
  found.last = position;
  for (const id of affectedIds(line)) appendPosition(histories, id, line.number, position);
  if (line.action === 'deleted') histories.delete(line.id);
}
