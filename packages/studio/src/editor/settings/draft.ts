/** Draft settings: updates by path, differences, and moved list elements. */
import type { ConfigurationSettings as Settings } from '@semantic-search/contract';
import { wholeSettings } from '@semantic-search/contract/defaults';
import { isObject } from './schema.ts';

/** For example `['filter', 'facetsToShow', 0, 'title']`. */
export type Path = readonly (string | number)[];

export function valueAt(settings: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) => (part as Record<string | number, unknown> | null | undefined)?.[key],
    settings,
  );
}

/** Returns a new draft with one changed value; the rest is shared. */
export const withValue = (settings: Settings, path: Path, value: unknown): Settings =>
  withReplaced(settings, path, value) as Settings;

function withReplaced(part: unknown, [key, ...below]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(part) ? [...part] : { ...(part as object) };
  const members = copy as Record<string | number, unknown>;
  members[key] = withReplaced(members[key], below, value);
  return copy;
}

/** Dotted key as in errors and in the history: `filter.facetsToShow[0].title`. */
export const keyOf = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

export interface Difference {
  path: string[];
  before: unknown;
  after: unknown;
}

/** Lists the differing settings. Lists are compared as a whole, like on the server. */
export function differences(before: unknown, after: unknown, path: string[] = []): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(before[name], after[name], [...path, name]));
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
}

export const withChanges = (changes: readonly Difference[], settings: Settings): Settings =>
  changes.reduce((next, { path, after }) => withValue(next, path, after), settings);

/** Returns only the changed settings of `draft`, so that saving does not overwrite changes of others. */
export function changedPart(saved: Settings, draft: Settings): Record<string, unknown> {
  let part: unknown = {};
  for (const { path, after } of differences(saved, draft)) {
    // The server replaces some groups as a whole.
    const isWhole = wholeSettings.includes(path[0]!);
    const sentPath = isWhole ? path.slice(0, 1) : path;
    part = withReplaced(part, sentPath, isWhole ? valueAt(draft, sentPath) : after);
  }
  return part as Record<string, unknown>;
}

export function isSame(first: unknown, second: unknown): boolean {
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((item, index) => isSame(item, second[index]));
  if (isObject(first) && isObject(second)) return differences(first, second).length === 0;
  return first === second;
}

/** Moves the element at `from` to the position `to`; the elements between them shift by one. */
export const withMovedTo = <Item>(list: readonly Item[], from: number, to: number): Item[] => {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
};
