/** One line of the log as text: a committed change and a checksum over it. */
import { createHash } from 'node:crypto';
import type { ChangeRecord } from '../reducer.ts';

/** Without the newline. */
export function encode(line: ChangeRecord): string {
  const text = JSON.stringify(line).slice(0, -1);
  return `${text},"sum":"${checksum(text)}"}`;
}

/** Null when the text is not a line as it was written. */
export function decode(text: string): ChangeRecord | null {
  const [, content, sum] = /^(\{.*),"sum":"([0-9a-f]{16})"\}$/.exec(text) ?? [];
  if (content === undefined || checksum(content) !== sum) return null;
  return JSON.parse(`${content}}`) as ChangeRecord;
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
