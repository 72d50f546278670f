/** Texts by BCP 47 language tag: names of languages, errors of tags, removal. Pure. */
import { isValid, type Schema } from './schema.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** `German (de)`; a tag without a known name is its own name. */
export function languageName(tag: string): string {
  const name = nameOf(tag);
  return name === tag ? tag : `${name} (${tag})`;
}

function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    // The pattern of the schema permits tags that `Intl` rejects.
    return tag;
  }
}

/** Why a text in this language cannot be added; empty if it can. */
export function languageError(schema: Schema, texts: Readonly<Record<string, string>>, tag: string): string {
  const pattern = Object.keys(schema.patternProperties ?? {})[0];
  if (pattern && !isValid({ type: 'string', pattern }, tag))
    return `“${tag}” is not a language tag such as de or pt-BR`;
  const isListed = Object.keys(texts).some((known) => known.toLowerCase() === tag.toLowerCase());
  return isListed ? `${languageName(tag)} is in the list already` : '';
}

/** Undefined without any text, as in settings that never had one. */
export function withoutLanguage(
  texts: Readonly<Record<string, string>>,
  tag: string,
): Record<string, string> | undefined {
  const { [tag]: _removed, ...others } = texts;
  return Object.keys(others).length > 0 ? others : undefined;
}
