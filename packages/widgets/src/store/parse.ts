/** Parser combinators that validate response JSON at the boundary. */

export type Read<Of> = (value: unknown) => Of;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string; empty for other types and for white space. */
export const text: Read<string> = (value) => (typeof value === 'string' && value.trim() ? value : '');

/** Accepts numbers from 0 to below 2^31; otherwise 0 (docs/http-api.md#facets). */
export const count: Read<number> = (value) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31 ? value : 0;

/** Applies a reader to each named member; other members are unchanged. */
export const record =
  <Of>(members: { [Name in keyof Of]?: Read<Of[Name]> }): Read<Of> =>
  (value) => {
    const given = isRecord(value) ? value : {};
    const made: Record<string, unknown> = { ...given };
    for (const name in members) made[name] = members[name]!(given[name]);
    return made as Of;
  };

/** The items with a non-empty required member; empty for other types. */
export const list =
  <Item>(read: Read<Item>, needed: keyof Item): Read<Item[]> =>
  (value) =>
    (Array.isArray(value) ? value : []).map((item) => read(item)).filter((item) => item[needed]);
