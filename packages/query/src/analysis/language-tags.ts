/** Language tags: canonical BCP 47 tags for tags and ISO 639-2 codes. */
import { getOrInsertBounded } from '../collections/get-or-insert.ts';

/**
 * The canonical BCP 47 tag of a tag in any case (`en_US`) or an ISO 639-2 B or T code (`ger`, `deu`). Undefined for
 * anything else, and for codes such as `und` and `mul`.
 */
export function canonicalLanguageTag(text: string | null | undefined): string | undefined {
  if (!text || text.length > MAX_TAG_LENGTH) return undefined;
  // A tag takes 10 to 100 µs. Tags come from documents, so the cache is limited.
  return getOrInsertBounded(cachedTags, MAX_CACHED_TAGS, text, () => tagOf(text) ?? null) ?? undefined;
}

const cachedTags = new Map<string, string | null>();
const MAX_CACHED_TAGS = 1000;
const MAX_TAG_LENGTH = 100;

/** Codes for undetermined, several or no language. */
const noLanguage = new Set(['und', 'mul', 'zxx', 'mis', 'root']);

/** Created on demand, which takes milliseconds. */
let englishNames: Intl.DisplayNames | undefined;

function tagOf(text: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    const [code] = tag!.split('-', 1);
    englishNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return noLanguage.has(code!) || englishNames.of(code!) === undefined ? undefined : tag;
  } catch {
    // Not a well-formed tag.
    return undefined;
  }
}

const scripts = new Map<string, string>();

/** The script of a tag, or the likely one: `Hant` of `zh-TW`; empty if there is none. */
export function scriptOf(tag: string): string {
  const script = () => new Intl.Locale(canonicalLanguageTag(tag) ?? 'und').maximize().script ?? '';
  return getOrInsertBounded(scripts, MAX_CACHED_TAGS, tag, script);
}

/** Primary language of a tag: `pt` of `pt-BR`. */
export function baseLanguage(tag: string): string {
  return tag.split('-', 1)[0]!;
}
