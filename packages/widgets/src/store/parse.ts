/** Parser combinators that validate response JSON at the boundary. */

export type Read<Of> = (value: unknown) => Of;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty where it is none, or has no letters. */
export const text: Read<string> = (value) => (typeof value === 'string' && value.trim() ? value : '');

/** Accepts numbers from 0 to below 2^31; otherwise 0 (docs/http-api.md#facets). */
export const count: Read<number> = (value) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31 ? value : 0;

/** Each of the named members as its reader gives it; others stay as they are. */
export const record =
  <Of>(members: { [Name in keyof Of]?: Read<Of[Name]> }): Read<Of> =>
  (value) => {
    const given = isRecord(value) ? value : {};
    const made: Record<string, unknown> = { ...given };
    for (const name in members) made[name] = members[name]!(given[name]);
    return made as Of;
  };

/** The items that have what they cannot be shown without; empty where it is none. */
export const list =
  <Item>(read: Read<Item>, needed: keyof Item): Read<Item[]> =>
  (value) =>
    (Array.isArray(value) ? value : []).map((item) => read(item)).filter((item) => item[needed]);
