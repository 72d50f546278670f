/** One line of a history as text: a change and a checksum over it. */
import { createHash } from 'node:crypto';
import type { ChangeRecord } from '../../configurations/reducer.ts';

/** `version` counts the lines of one history from 1, without gaps. */
export type HistoryLine = ChangeRecord & { readonly version: number };

/** Without the newline. */
export function encode(line: HistoryLine): string {
  const text = JSON.stringify(line).slice(0, -1);
  return `${text},"sum":"${checksum(text)}"}`;
}

/** Returns null if the text is not exactly a line as it was written. */
export function decode<Line extends ChangeRecord = HistoryLine>(text: string): Line | null {
  const [, content, sum] = /^(\{.*),"sum":"([0-9a-f]{16})"\}$/.exec(text) ?? [];
  if (content === undefined || checksum(content) !== sum) return null;
  return JSON.parse(`${content}}`) as Line;
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
