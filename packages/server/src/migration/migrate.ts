/**
 * Migration of all state between two locations, verified by count and checksum of the written data.
 *
 * Both locations are compared before the first write. Identical data is skipped, so that an interrupted migration can
 * be run again. If the target contains other data, nothing is written.
 */
import { type Fingerprint, isEqualFingerprint } from './fingerprint.ts';

/** A part of the state with its fingerprints in both locations after the migration. */
export interface MigratedPart {
  part: string;
  from: Fingerprint;
  to: Fingerprint;
  /** The target was identical before. */
  already: boolean;
}

/** A prepared migration whose source and target have been compared. */
export interface Migration {
  /** Messages that explain why it must not run; empty if it may. */
  conflicts: string[];
  /** Writes missing items and reads them back. */
  run(): Promise<MigratedPart[]>;
}

/** Runs the migrations one after another. Rejects before the first write if any has conflicts. */
export async function runMigrations(moves: readonly Migration[]): Promise<MigratedPart[]> {
  const objections = moves.flatMap((move) => move.conflicts);
  if (objections.length > 0) {
    throw new Error(
      ['Nothing was migrated because the target contains conflicting data:', ...objections].join('\n  '),
    );
  }
  const moved: MigratedPart[] = [];
  for (const move of moves) moved.push(...(await move.run()));
  return moved;
}

/** Calls `write` unless source and target are identical, and returns both fingerprints. */
export async function migratePart(
  part: string,
  { from, to }: Pick<MigratedPart, 'from' | 'to'>,
  write: () => Promise<Fingerprint>,
): Promise<MigratedPart> {
  const already = isEqualFingerprint(from, to);
  return { part, from, to: already ? to : await write(), already };
}
