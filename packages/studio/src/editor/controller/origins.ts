/** Origins of websites in a text that a person has typed. */

/** The first of `origins` that is not a web address; undefined if all are. */
export const invalidOrigin = (origins: readonly string[]): string | undefined =>
  origins.find((origin) => !/^https?:\/\/[^/?#@]+$/.test(origin) || !URL.canParse(origin));

/** Origins in a text, separated by spaces or commas; a path is ignored, and `https:` assumed. */
export function originsIn(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return [...new Set(words.map(originOf))];
}

function originOf(text: string): string {
  const url = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(url) ? new URL(url).origin : text;
}
