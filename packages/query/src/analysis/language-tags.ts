/** Language tags: canonical BCP 47 tags for tags and ISO 639-2 codes. */
import { getOrInsertBounded } from '../collections/get-or-insert.ts';

const MAX_TAG_LENGTH = 100;
/** Reading a tag takes 10 to 100 µs. Tags come from documents, so the caches are limited. */
const MAX_CACHED_TAGS = 1000;
const canonicalTags = new Map<string, string | null>();
const scripts = new Map<string, string>();

/** Canonical BCP 47 tag of a tag in any case (`en_US`) or an ISO 639-2 code (`ger`, `deu`); undefined for `und` and other texts. */
export function canonicalLanguageTag(tag: string | null | undefined): string | undefined {
  if (!tag || tag.length > MAX_TAG_LENGTH) return undefined;
  return (
    getOrInsertBounded(canonicalTags, MAX_CACHED_TAGS, tag, () => canonicalize(tag) ?? null) ?? undefined
  );
}

/** Codes for undetermined, several or no language. */
const noLanguage = new Set(['und', 'mul', 'zxx', 'mis', 'root']);

/** Made on first use, because it takes milliseconds. */
let englishNames: Intl.DisplayNames | undefined;

function canonicalize(tag: string): string | undefined {
  try {
    const canonical = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]!;
    const code = baseLanguage(canonical);
    englishNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return noLanguage.has(code) || englishNames.of(code) === undefined ? undefined : canonical;
  } catch {
    // Not a well-formed tag.
    return undefined;
  }
}

/** The script of a tag, or the likely one: `Hant` of `zh-TW`; empty if there is none. */
export function scriptOf(tag: string): string {
  const script = () => new Intl.Locale(canonicalLanguageTag(tag) ?? 'und').maximize().script ?? '';
  return getOrInsertBounded(scripts, MAX_CACHED_TAGS, tag, script);
}

/** Primary language of a tag: `pt` of `pt-BR`. */
export function baseLanguage(tag: string): string {
  return tag.split('-', 1)[0]!;
}
