/** Interface texts of a change: valid texts are accepted, and invalid ones reported. */
import * as api from '@semantic-search/contract';
import { isMembers, joinedKey, type Members, validationErrors } from '../validation.ts';

/** Texts of one language by key. */
type Texts = Record<string, api.InterfaceText>;

/** Replaces all texts; an invalid text keeps its value in `previous`, if it has one. */
export function acceptTexts(
  value: unknown,
  previous: api.InterfaceTexts | undefined,
  errors: api.FieldError[],
): api.InterfaceTexts | undefined {
  const fault = isMembers(value) ? sizeFault(value) : 'must be an object with texts by language tag and key';
  if (fault) {
    errors.push({ key: 'texts', message: fault });
    return previous;
  }
  const texts: api.InterfaceTexts = {};
  for (const [tag, ofLanguage] of Object.entries(value as Members)) {
    const target = { key: `texts.${tag}`, errors };
    const language = canonicalTag(tag);
    if (language === undefined) {
      errors.push({ key: target.key, message: 'must be a language tag such as de or pt-BR' });
      continue;
    }
    const accepted = acceptLanguage(target, ofLanguage, previous?.[language]);
    if (accepted) texts[language] = accepted;
  }
  return texts;
}

function sizeFault(texts: Members): string | undefined {
  if (Object.keys(texts).length > api.MAX_TEXT_LANGUAGES)
    return `must have at most ${api.MAX_TEXT_LANGUAGES} languages`;
  const isTooLarge = Buffer.byteLength(JSON.stringify(texts)) > api.MAX_TEXTS_BYTES;
  return isTooLarge ? `must have at most ${api.MAX_TEXTS_BYTES / 1024} KiB in all` : undefined;
}

/** Canonical form of a tag, with which the widgets look it up; undefined for a tag that `Intl` rejects, such as `abcd`. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    return undefined;
  }
}

/** Dotted key of a value, and where its errors go. */
interface Target {
  key: string;
  errors: api.FieldError[];
}

/** Undefined without texts of this language. */
function acceptLanguage({ key, errors }: Target, value: unknown, previous?: Texts): Texts | undefined {
  if (value === null) return undefined;
  if (!isMembers(value)) {
    errors.push({ key, message: 'must be an object with texts by key' });
    return previous;
  }
  const texts: Texts = {};
  for (const [name, text] of Object.entries(value)) {
    if (text === null) continue;
    const faults = faultsOf(name, text);
    for (const fault of faults) errors.push({ ...fault, key: joinedKey(`${key}.${name}`, fault.key) });
    if (faults.length === 0) texts[name] = text as api.InterfaceText;
    else if (previous && Object.hasOwn(previous, name)) texts[name] = previous[name]!;
  }
  return texts;
}

/** Faults of a text, with keys relative to the text. */
function faultsOf(name: string, text: unknown): api.FieldError[] {
  if (!Object.hasOwn(api.textPlaceholders, name))
    return [{ key: '', message: 'is not a key of the interface texts' }];
  const placeholders = api.textPlaceholders[name]!;
  const hasForms = placeholders.includes('count') && isMembers(text);
  const invalid = validationErrors(hasForms ? api.PluralText : api.PlainText, text);
  if (invalid.length > 0) return invalid;
  const forms = hasForms ? Object.entries(text as Record<string, string>) : [['', text as string] as const];
  return forms.flatMap(([category, form]) => {
    const message = formFault(form, placeholders);
    return message === undefined ? [] : [{ key: category, message }];
  });
}

function formFault(form: string, placeholders: readonly string[]): string | undefined {
  if (!form.isWellFormed()) return 'must not have lone surrogates';
  const names = Array.from(form.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  if (names.every((name) => placeholders.includes(name))) return undefined;
  const allowed = placeholders.map((name) => `{${name}}`).join(' and ');
  return allowed ? `must have no placeholders other than ${allowed}` : 'must have no placeholders';
}
