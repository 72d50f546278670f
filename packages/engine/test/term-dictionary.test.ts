import { normalize } from '@semantic-search/query/analysis';
import { runToCompletion } from '@semantic-search/query/scheduling';
import { type TermDictionary, TermDictionaryBuilder } from '@semantic-search/query/terms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termOccurrences } from '../src/index/term-occurrences.ts';
import { SegmentBuilder } from '../src/index-writing/segment-builder.ts';
import { CorpusTerms } from './reference-model/corpus-terms.ts';

/** Some are stop words of one language and inflected forms in another one; others are compounds or share prefixes. */
const words = [
  ...'hat Hats die dies dying der Bär bar bars Haus Häuser Hausbank Bankhäuser Bank'.split(' '),
  ...'Straße Strasse Straßenbank Äther Aether ather R&D .NET mountain mountian mountains'.split(' '),
];
const prefixes = [...'h ha stras strass straß ae aeth bae r r& n bank'.split(' '), ''];
const document = fc.record({
  id: fc.constant('a'),
  title: fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((found) => found.join(' ')),
  language: fc.constantFrom('en', 'de', 'sv'),
});
type Titled = typeof document extends fc.Arbitrary<infer Value> ? Value : never;

const nothing = {
  date: null,
  written: null,
  body: [],
  subjects: [],
  literals: new Map(),
  numbers: new Map(),
};

/** A dictionary of the documents from which others in the same segment have been removed. */
function dictionaryOf(documents: Titled[], removed: Titled[]): TermDictionary {
  const builder = new TermDictionaryBuilder();
  const segmentBuilder = new SegmentBuilder(builder);
  [...removed, ...documents].forEach((each, key) => {
    runToCompletion(segmentBuilder.add({ ...nothing, ...each, key }));
  });
  const segment = segmentBuilder.build(1);
  builder.add(termOccurrences(segment, () => true, builder.current()));
  builder.remove(termOccurrences(segment, (document) => document < removed.length, builder.current()));
  return builder.current();
}

const lookups: [name: string, (terms: TermDictionary | CorpusTerms) => unknown][] = [
  ['languages', ({ languages }) => languages.map(({ code }) => code)],
  ['terms', (terms) => words.map((word) => terms.find(word) >= 0)],
  ['terms by language', (terms) => byLanguage(terms, (word, language) => terms.has(word, language))],
  ['stems by language', (terms) => byLanguage(terms, (word, language) => terms.isWord(word, language))],
  [
    'forms',
    (terms) => byLanguage(terms, (word, language) => textsOf(terms, terms.unambiguousForms(word, language))),
  ],
  [
    'compounds',
    (terms) => byLanguage(terms, (word, language) => textsOf(terms, terms.compoundsWith(word, language))),
  ],
  [
    'prefix expansions',
    (terms) => prefixes.map((prefix) => textsOf(terms, terms.startingWith(normalize(prefix)))),
  ],
  [
    'similar terms',
    (terms) =>
      words.map((word) =>
        terms.similarTo(word).map((near) => ({ ...near, terms: textsOf(terms, near.terms) })),
      ),
  ],
  [
    'most frequent spellings',
    (terms) => words.map((word) => terms.find(word)).map((term) => term >= 0 && terms.spelling(term)),
  ],
];

test.each(lookups)('%s equal those of the reference model after documents are removed', (_, lookUp) => {
  const compare = (documents: Titled[], removed: Titled[]) => {
    expect(lookUp(dictionaryOf(documents, removed))).toEqual(lookUp(new CorpusTerms(documents)));
  };
  const titles = fc.array(document, { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(titles, titles, compare), { numRuns: 100 });
});

function byLanguage<Result>(
  { languages }: TermDictionary | CorpusTerms,
  lookUp: (word: string, language: TermDictionary['languages'][number]) => Result,
): Result[][] {
  return languages.map((language) => words.map((word) => lookUp(word, language)));
}

function textsOf({ terms }: TermDictionary | CorpusTerms, found: readonly number[]): string[] {
  return found.map((term) => terms.at(term)).sort();
}
