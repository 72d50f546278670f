/**
 * Moves everything from one place to another and proves it: what was written is read back and compared by count and
 * checksum. Both places are looked at before anything is written. What is there already and the same is left alone, so
 * that a migration that broke off can be run again; where the target has anything else, nothing is moved.
 */
import { type Fingerprint, isSame } from './fingerprint.ts';

/** A part of the state, as it is in both places after it was moved. */
export interface Moved {
  part: string;
  from: Fingerprint;
  to: Fingerprint;
  /** It was there already. */
  already: boolean;
}

/** What is to be moved, looked at on both sides. */
export interface Move {
  /** Why it must not be moved, in sentences; none where it may. */
  objections: string[];
  /** Writes what is missing, and reads it back. */
  carryOut(): Promise<Moved[]>;
}

/** One after another. Rejects before the first where there are objections to any. */
export async function carryOut(moves: readonly Move[]): Promise<Moved[]> {
  const objections = moves.flatMap((move) => move.objections);
  if (objections.length > 0) {
    throw new Error(
      [
        'Nothing was moved, for the target has what would be written over, or would be no copy:',
        ...objections,
      ].join('\n  '),
    );
  }
  const moved: Moved[] = [];
  for (const move of moves) moved.push(...(await move.carryOut()));
  return moved;
}

/** A part that was compared, with what the target has of it after `write`, which is not called where both are the same. */
export async function movedPart(
  part: string,
  { from, to }: Pick<Moved, 'from' | 'to'>,
  write: () => Promise<Fingerprint>,
): Promise<Moved> {
  const already = isSame(from, to);
  return { part, from, to: already ? to : await write(), already };
}
