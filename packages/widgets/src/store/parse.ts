/** Parser combinators that validate response JSON at the boundary. */

export type Parser<Of> = (value: unknown) => Of;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a time value of a Date, in milliseconds since 1970 (ECMA-262, 21.4.1.1). */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15;

/** A string; empty for other types and for white space. */
export const text: Parser<string> = (value) => (typeof value === 'string' && value.trim() ? value : '');

/** Accepts numbers from 0 to below 2^31; otherwise 0 (reference/http-api.md#facets). */
export const count: Parser<number> = (value) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31 ? value : 0;

/** Applies a parser to each named member; other members are unchanged. */
export const record =
  <Of>(members: { [Name in keyof Of]?: Parser<Of[Name]> }): Parser<Of> =>
  (value) => {
    const input = isRecord(value) ? value : {};
    const output: Record<string, unknown> = { ...input };
    // Only own members: scripts of the page may extend Object.prototype.
    for (const [name, parse] of Object.entries(members))
      output[name] = (parse as Parser<unknown>)(input[name]);
    return output as Of;
  };

/** The items with a non-empty required member; empty for other types. */
export const list =
  <Item>(parse: Parser<Item>, needed: keyof Item): Parser<Item[]> =>
  (value) =>
    (Array.isArray(value) ? value : []).map((item) => parse(item)).filter((item) => item[needed]);

/** Only https URLs, data URLs of images, and paths on the service with the URL `service`. */
export const safeImage = (image: string | null, service?: string): string | undefined =>
  image?.[0] === '/'
    ? service && service.replace(/\/{1,9}$/, '') + image
    : image && /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/i.test(image)
      ? image
      : undefined;

/** Only http and https. */
export function safeLink(link: string): string | undefined {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;
}
