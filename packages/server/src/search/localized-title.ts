/** Title of a facet or detail in the language of a request (RFC 4647, section 3.4: lookup). */
import type { DetailSetting } from '@semantic-search/contract';

export type Titled = Pick<DetailSetting, 'title' | 'titles'>;

/** `language` is a BCP 47 tag; `de-AT` falls back to `de`, and other languages to `title`. */
export function localizedTitle({ title, titles }: Titled, language: string | undefined): string {
  if (!titles || !language) return title;
  const byTag = new Map(Object.entries(titles).map(([tag, text]) => [tag.toLowerCase(), text]));
  const parts = language.toLowerCase().split('-');
  const ranges = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const found = ranges.find((range) => byTag.has(range));
  return found === undefined ? title : byTag.get(found)!;
}
