/**
 * Arbitraries of lifetimes: most documents are deleted or replaced, and queries also use their words.
 *
 * The documents share words, compounds and diacritics in many languages.
 */
import fc from 'fast-check';
import type { FacetSelection, SearchQuery, SuggestionQuery } from '../../src/api.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import type { ReferenceThesaurus } from '../reference-model/thesaurus.ts';
import { thesaurus, uris } from './documents.ts';
import { facetRequest, selection } from './queries.ts';

export type LifetimeStep =
  | { put: DocumentInput[] }
  /** Enough writes to merge segments. */
  | { oneByOne: DocumentInput[] }
  /** Changes a few existing documents. */
  | { again: { from: number; changes: Partial<DocumentInput> } }
  | { delete: string[] }
  | { thesaurus: LabelledThesaurus }
  | { reopen: 'closed' | 'crashed' | 'rebuilt' };

/** A thesaurus with all labels in one language. */
export interface LabelledThesaurus {
  thesaurus: ReferenceThesaurus;
  language: string;
}

export interface Lifetime {
  steps: LifetimeStep[];
  /** Sort keys of the remaining documents for the rebuilt space. */
  order: number[];
  thesaurusFirst: boolean;
  queries: SearchQuery[];
  suggestions: SuggestionQuery[];
}

/** Compounds and their parts, inflections, and words that differ only in diacritics. */
const byLanguage: Record<string, string> = {
  de: 'Haus Häuser Hausbank Bank Bänke Bankhäuser Straßenbank Straße Strasse Arbeit Markt Märkte Arbeitsmarkt schon schön Energiesteuer Steuer Wohnungsmarkt',
  fi: 'talo talot kirja kirjat kirjasto yliopisto yliopistokirjasto työ työmarkkinat markkinat talokirja',
  sv: 'hus husbank bank bankhus väg vägar vägbank bok böcker bokhus skön',
  en: 'lion lions mountain house houses banking bank big cat cats sea market markets stream in so see',
  fr: 'côté cote cotes côtés marché marche passé banque lion',
  ru: 'мост моста мосты в у банк дом',
  xx: 'bank haus talo lion мост',
};
const texts = Object.fromEntries(Object.entries(byLanguage).map(([code, all]) => [code, all.split(' ')]));
const all = Object.values(texts).flat();
const misspelled = [
  'Arbietsmarkt',
  'huas',
  'lino',
  'Banc',
  'kirjsato',
  'marhcé',
  'mountian',
  'housse',
  'мсот',
];
const splittable = [
  'Markthaus',
  'Bankmarkt',
  'husväg',
  'sealion',
  'big-cat',
  'Steuerbank',
  'kirjatalo',
  'bank1',
];
const single = ['a', 'b', 'm', 's', 'в', 'h', 'k'];

const textIn = (code: string) =>
  fc.array(fc.constantFrom(...texts[code]!, ...single), { maxLength: 5 }).map((found) => found.join(' '));

/** Few ids, so that most documents are replaced or deleted. */
const MAX_DOCUMENTS = 24;
const id = fc.nat({ max: MAX_DOCUMENTS - 1 }).map(String);

const document: fc.Arbitrary<DocumentInput> = fc
  .constantFrom(...Object.keys(texts), 'de', 'de', 'de', 'fi')
  .chain((code) =>
    fc.record(
      {
        id,
        title: textIn(code),
        description: textIn(code),
        text: textIn(code),
        language: fc.constantFrom(code, code, code, code, 'en', 'de', 'fi', 'not a language'),
        type: fc.constantFrom('Book', 'Report', 'Thesis'),
        seen: fc.constantFrom<string | number>('1999-01-01', '2004-05-07', '2011-12-31', 2004, 7, 'seldom'),
        colour: fc.constantFrom('red', 'blue', 5),
        date: fc.constantFrom('1999', '2004-05', '2011-01-01'),
        subjects: fc.array(fc.constantFrom(...uris), { maxLength: 3 }),
      },
      { requiredKeys: ['id', 'title'] },
    ),
  );

const labelled: fc.Arbitrary<LabelledThesaurus> = fc.record({
  thesaurus,
  language: fc.constantFrom('en', 'en', 'de', 'sv'),
});

const change = fc.record(
  { language: fc.constantFrom('en', 'de', 'fi'), title: textIn('de'), colour: fc.constant('green') },
  { requiredKeys: [] },
);

const step: fc.Arbitrary<LifetimeStep> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 30 }) }) },
  { weight: 4, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ oneByOne: fc.array(document, { minLength: 8, maxLength: 10 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ again: fc.record({ from: fc.nat({ max: 30 }), changes: change }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      delete: fc.uniqueArray(id, { minLength: 4, maxLength: 20 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ thesaurus: labelled }) },
  {
    weight: 2,
    arbitrary: fc.record({ reopen: fc.constantFrom('closed', 'crashed', 'crashed', 'rebuilt') }),
  },
);

const typed = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts.de!) },
  { weight: 4, arbitrary: fc.constantFrom(...all) },
  { weight: 2, arbitrary: fc.constantFrom(...misspelled) },
  { weight: 2, arbitrary: fc.constantFrom(...splittable) },
  { weight: 1, arbitrary: fc.constantFrom(...single, 'Str', 'mar', 'ki', 'hus') },
  { weight: 1, arbitrary: fc.constantFrom('"Bank Haus"', '-Bank', 'mountain lion', 'house cat', 'big cat') },
);
const input = fc
  .tuple(fc.array(typed, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' '))
  .map(([words, end]) => words.join(' ') + end);
const language = fc.constantFrom(undefined, 'en', 'de', 'fi', 'sv', 'fr');
const languageMember = (code: string | undefined) => (code ? { language: code } : {});

const query: fc.Arbitrary<SearchQuery> = fc
  .record({
    input,
    language,
    selected: fc.oneof(
      { weight: 3, arbitrary: fc.constant<FacetSelection[]>([]) },
      { weight: 1, arbitrary: fc.array(selection, { maxLength: 2 }) },
    ),
    facets: fc.array(facetRequest, { maxLength: 3 }),
  })
  .map(({ language, ...rest }): SearchQuery => {
    const shown = {
      documentFacets: ['dyn_uri_all_concepts', 'dyn_lit_type', 'dyn_flt_seen', 'dyn_lit_colour'],
      summaryLength: 40,
    };
    const sort = { field: 'relevance', direction: 'desc' } as const;
    return { ...rest, ...languageMember(language), ...shown, sort, excluded: [], start: 0, count: 40 };
  });

const suggestion: fc.Arbitrary<SuggestionQuery> = fc
  .record({ text: fc.constantFrom('l', 'mo', 'hose', 'cat', 'ban', 'сat'), language })
  .map(({ text, language }) => ({ text, count: 5, ...languageMember(language) }));

export const lifetime: fc.Arbitrary<Lifetime> = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 12 }),
  order: fc.array(fc.nat({ max: 1000 }), { minLength: MAX_DOCUMENTS, maxLength: MAX_DOCUMENTS }),
  thesaurusFirst: fc.boolean(),
  queries: fc.array(query, { minLength: 12, maxLength: 20 }),
  suggestions: fc.array(suggestion, { minLength: 1, maxLength: 3 }),
});
