/** Interface texts that an owner replaces, by language (how-to/interface-texts.md). */
import Type, { type Static } from 'typebox';
import { LANGUAGE_TAG_PATTERN } from './limits.ts';

/** Largest size of all texts of a configuration as JSON, in bytes of UTF-8. */
export const MAX_TEXTS_BYTES = 32 * 1024;

/** Largest number of languages in the texts of a configuration. */
export const MAX_TEXT_LANGUAGES = 100;

/** One text or one plural form. */
export const PlainText = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'Not only spaces; with the placeholders of the key, such as `{count}`.',
});

/** Texts by plural category of the language; `other` is required. */
export const PluralText = Type.Object(
  {
    zero: Type.Optional(PlainText),
    one: Type.Optional(PlainText),
    two: Type.Optional(PlainText),
    few: Type.Optional(PlainText),
    many: Type.Optional(PlainText),
    other: PlainText,
  },
  { additionalProperties: false, $id: 'PluralText' },
);

export const InterfaceText = Type.Union([PlainText, PluralText]);
export type InterfaceText = Static<typeof InterfaceText>;

/**
 * Texts by BCP 47 language tag and key. Stored texts may have keys of other versions, which the elements ignore;
 * a change takes only the keys of `textPlaceholders`.
 */
export const InterfaceTexts = Type.Record(
  Type.String({ maxLength: 35, pattern: LANGUAGE_TAG_PATTERN }),
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

/** Placeholders of each interface text, by key; a text with `count` has plural forms. */
export const textPlaceholders: Readonly<Record<string, readonly string[]>> = {
  search: [],
  placeholder: [],
  clearInput: [],
  suggestions: [],
  recent: [],
  concepts: [],
  documents: [],
  matches: ['label'],
  within: ['context'],
  suggestionCount: ['count'],
  filters: [],
  openFilters: ['count'],
  close: [],
  results: ['count'],
  resultsHeading: [],
  resultsFor: ['count', 'input'],
  activeFilters: [],
  removeFilter: ['name'],
  clearAll: [],
  date: [],
  from: [],
  to: [],
  apply: [],
  sort: [],
  relevance: [],
  newest: [],
  oldest: [],
  title: [],
  understood: [],
  exactly: ['label'],
  narrower: ['count'],
  didYouMean: [],
  searchFacet: ['facet'],
  showMore: ['count'],
  showFewer: [],
  openTree: ['name'],
  noValues: [],
  valueCount: ['count'],
  pages: [],
  page: ['page'],
  previous: [],
  next: [],
  narrowTo: ['name'],
  similar: [],
  nothing: ['input'],
  nothingAtAll: [],
  nothingFiltered: [],
  failed: [],
  failedDetail: [],
  shownBefore: ['input'],
  refused: [],
  tooMany: ['count'],
  unreachable: [],
  offlineDetail: [],
  retry: [],
  forgetRecent: [],
  loadMore: [],
  actions: [],
  forExample: ['example'],
  partFailed: [],
  recentPrivate: [],
  skipToResults: [],
  pair: ['name', 'value'],
  filterGone: [],
  fewerWords: [],
  unquoted: [],
  slow: [],
  fromYear: [],
  toYear: [],
  exactDays: [],
  details: [],
  showResults: ['count'],
  back: [],
  source: [],
  broader: [],
  searchForThis: [],
  withoutFilters: [],
  fewerPages: [],
  otherWords: [],
  missing: [],
  copyLink: [],
  linkCopied: [],
  exportAs: ['format'],
  print: [],
  subscribe: [],
  speak: [],
  noVoice: [],
  all: [],
  showEverything: [],
  unconfigured: [],
  trends: [],
  similarDocuments: [],
  recommended: [],
  noSimilar: [],
  shared: ['concepts'],
};
