/**
 * Random lives of a space whose documents share words, compounds and marks in many languages: what is left at the end is
 * less than what has been there, and the questions ask for what is gone, too.
 */
import fc from 'fast-check';
import type { DocumentInput, FacetSelection, SearchQuery, SuggestionQuery } from '../../src/api.ts';
import type { ReferenceThesaurus } from '../reference-model/thesaurus.ts';
import { thesaurus, uris } from './documents.ts';
import { facet, selection } from './queries.ts';

export type LifeStep =
  | { put: DocumentInput[] }
  /** So many writes that segments are merged. */
  | { oneByOne: DocumentInput[] }
  /** A few that are there, changed. */
  | { again: { from: number; changes: Partial<DocumentInput> } }
  | { delete: string[] }
  | { thesaurus: LabelledThesaurus }
  | { reopen: 'closed' | 'crashed' | 'rebuilt' };

/** A thesaurus whose labels are all of one language. */
export interface LabelledThesaurus {
  thesaurus: ReferenceThesaurus;
  language: string;
}

export interface Life {
  steps: LifeStep[];
  /** In which the documents that are left are written to a new space, by places among them. */
  order: number[];
  thesaurusFirst: boolean;
  questions: SearchQuery[];
  suggestions: SuggestionQuery[];
}

/** Compounds and their parts, forms, and words that are the same without their marks. */
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
const misspelt = ['Arbietsmarkt', 'huas', 'lino', 'Banc', 'kirjsato', 'marhcé', 'mountian', 'housse', 'мсот'];
const apart = ['Markthaus', 'Bankmarkt', 'husväg', 'sealion', 'big-cat', 'Steuerbank', 'kirjatalo', 'bank1'];
const single = ['a', 'b', 'm', 's', 'в', 'h', 'k'];

const textIn = (code: string) =>
  fc.array(fc.constantFrom(...texts[code]!, ...single), { maxLength: 5 }).map((found) => found.join(' '));

/** Few, so that most of what was written is replaced or deleted. */
const mostDocuments = 24;
const id = fc.nat({ max: mostDocuments - 1 }).map(String);

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

const step: fc.Arbitrary<LifeStep> = fc.oneof(
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
  { weight: 2, arbitrary: fc.constantFrom(...misspelt) },
  { weight: 2, arbitrary: fc.constantFrom(...apart) },
  { weight: 1, arbitrary: fc.constantFrom(...single, 'Str', 'mar', 'ki', 'hus') },
  { weight: 1, arbitrary: fc.constantFrom('"Bank Haus"', '-Bank', 'mountain lion', 'house cat', 'big cat') },
);
const input = fc
  .tuple(fc.array(typed, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' '))
  .map(([words, end]) => words.join(' ') + end);
const language = fc.constantFrom(undefined, 'en', 'de', 'fi', 'sv', 'fr');
const askedIn = (code: string | undefined) => (code ? { language: code } : {});

const question: fc.Arbitrary<SearchQuery> = fc
  .record({
    input,
    language,
    selected: fc.oneof(
      { weight: 3, arbitrary: fc.constant<FacetSelection[]>([]) },
      { weight: 1, arbitrary: fc.array(selection, { maxLength: 2 }) },
    ),
    facets: fc.array(facet, { maxLength: 3 }),
  })
  .map(({ language, ...rest }): SearchQuery => {
    const shown = {
      documentFacets: ['dyn_uri_all_concepts', 'dyn_lit_type', 'dyn_flt_seen', 'dyn_lit_colour'],
      summaryLength: 40,
    };
    const sort = { field: 'relevance', direction: 'desc' } as const;
    return { ...rest, ...askedIn(language), ...shown, sort, excluded: [], start: 0, count: 40 };
  });

const suggestion: fc.Arbitrary<SuggestionQuery> = fc
  .record({ text: fc.constantFrom('l', 'mo', 'hose', 'cat', 'ban', 'сat'), language })
  .map(({ text, language }) => ({ text, count: 5, ...askedIn(language) }));

export const life: fc.Arbitrary<Life> = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 12 }),
  order: fc.array(fc.nat({ max: 1000 }), { minLength: mostDocuments, maxLength: mostDocuments }),
  thesaurusFirst: fc.boolean(),
  questions: fc.array(question, { minLength: 12, maxLength: 20 }),
  suggestions: fc.array(suggestion, { minLength: 1, maxLength: 3 }),
});
