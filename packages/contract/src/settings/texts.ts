/** Interface texts that an owner replaces, by language (how-to/interface-texts.md). */
import Type, { type Static } from 'typebox';
import { languageTags } from '../parts/names.ts';
import * as t from '../parts/schema-parts.ts';

/** Largest size of all texts of a configuration as JSON, in bytes of UTF-8. */
export const MAX_TEXTS_BYTES = 32 * 1024;
/** Largest number of languages in the texts of a configuration. */
export const MAX_TEXT_LANGUAGES = 100;

/** One text or one plural form. */
export const PlainText = t.text('Not only spaces; with the placeholders of the key, such as `{count}`.', {
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
});

/** Texts by plural category of the language; `other` is required. */
export const PluralText = t.closedComponent('PluralText', {
  ...t.optional({ zero: PlainText, one: PlainText, two: PlainText, few: PlainText, many: PlainText }),
  other: PlainText,
});

export const InterfaceText = Type.Union([PlainText, PluralText]);
export type InterfaceText = Static<typeof InterfaceText>;

/**
 * Texts by BCP 47 language tag and key. Stored texts may have keys of other versions, which the elements ignore;
 * a change takes only the keys of `textPlaceholders`.
 */
export const InterfaceTexts = Type.Record(
  Type.String(languageTags),
  Type.Record(Type.String({ pattern: '^[a-z][A-Za-z]{0,49}$' }), InterfaceText, {
    additionalProperties: false,
    description: 'the keys of the interface texts, such as placeholder',
  }),
  {
    maxProperties: MAX_TEXT_LANGUAGES,
    additionalProperties: false,
    description:
      'Texts by BCP 47 language tag and key, at most 32 KiB in all. They replace those of the elements; the others stay.',
  },
);
export type InterfaceTexts = Static<typeof InterfaceTexts>;

/** Keys of the interface texts by their placeholders. */
const keysByPlaceholders = {
  '': `
    search placeholder clearInput suggestions recent concepts documents filters close resultsHeading
    activeFilters clearAll date from to apply sort relevance newest oldest title understood didYouMean
    showFewer noValues pages previous next similar nothingAtAll nothingFiltered failed failedDetail refused
    unreachable offlineDetail retry forgetRecent loadMore actions partFailed recentPrivate skipToResults
    filterGone fewerWords unquoted slow fromYear toYear exactDays details back source broader searchForThis
    withoutFilters fewerPages otherWords missing copyLink linkCopied print subscribe speak noVoice all
    showEverything unconfigured trends similarDocuments recommended noSimilar`,
  concepts: 'shared',
  context: 'within',
  count: 'suggestionCount openFilters results narrower showMore valueCount tooMany showResults',
  'count input': 'resultsFor',
  example: 'forExample',
  facet: 'searchFacet',
  format: 'exportAs',
  input: 'nothing shownBefore',
  label: 'matches exactly',
  name: 'removeFilter openTree narrowTo',
  'name value': 'pair',
  page: 'page',
};

/** Placeholders of each interface text, by key; a text with `count` has plural forms. */
export const textPlaceholders: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(keysByPlaceholders).flatMap(([placeholders, keys]) =>
    keys.match(/\w+/g)!.map((key) => [key, placeholders.match(/\w+/g) ?? []]),
  ),
);
