/** Crash recovery: reads log, checkpoint and copies without changing them. */
import { existsSync } from 'node:fs';
import type { Checkpoint } from './checkpoint.ts';
import { logPath } from './log.ts';
import { copiedIds, loadSummary } from './projections.ts';
import { DamagedLogError, type Replay, replay } from './replay.ts';

export interface Recovery extends Replay {
  /** The readable copies are as new as this change, or newer. */
  projected: number;
}

/**
 * Null where nothing was ever kept. Throws DamagedLogError wherever the server must not start: where the log is not as
 * it was written, or ends before a change that was there. What stands before a checkpoint is not looked at.
 */
export async function recoverState(
  directory: string,
  checkpoint: Checkpoint | null = null,
): Promise<Recovery | null> {
  const path = logPath(directory);
  const summary = await loadSummary(directory);
  const projected = summary === null || summary === 'damaged' ? 0 : summary.number;
  const used = projected > 0 || (await copiedIds(directory)).length > 0;
  if (!used && !existsSync(path)) return null;
  const found = await replay(path, checkpoint);
  const { number } = found.state;
  if (number < projected || (number === 0 && used)) {
    throw new DamagedLogError(path, `it ends with change ${number}, but there were ${projected || 'more'}`);
  }
  return { ...found, projected };
}
