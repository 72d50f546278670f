import { beforeAll, describe, expect, it } from 'vitest';
import { analyzerFor } from './analysis/analyzers.ts';
import { tokenize } from './analysis/tokenizer.ts';
import { type IndexStatistics, idf, languageDistribution } from './index-statistics.ts';
import { deserializeThesaurus, parseThesaurus } from './indexed-thesaurus.ts';
import { planQuery } from './planner.ts';
import { DEFAULT_QUERY_SETTINGS, type Matcher, type QuerySettings } from './query-plan.ts';
import type { PlanOptions } from './rewriters/query-draft.ts';
import { TermDictionaryBuilder } from './terms/term-dictionary-builder.ts';

const documents: [language: string, text: string][] = [
  ['en', 'lion lions mountain lion puma big cat'],
  ['en', 'mountain mountains house houses housing the sea'],
  ['en', 'river bank of the stream R&D wifi wi fi'],
  ['en', 'animals'],
  ['en', 'animals of Africa'],
  ['en', 'animals of the sea'],
  ['en', 'animals in the house'],
  ['en', 'animal orange orang'],
  ['en', '.NET net'],
  ['de', 'Hausbank Bank Straße Straßenbank Känguru'],
  ...Array.from({ length: 20 }, (): [string, string] => ['en', 'filler']),
];

const turtle = `
  @prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> .
  :cat a skos:Concept ; skos:prefLabel "cat"@en .
  :lion a skos:Concept ; skos:prefLabel "lion"@en ; skos:broader :cat .
  :puma a skos:Concept ; skos:prefLabel "mountain lion"@en ; skos:altLabel "puma"@en ; skos:hiddenLabel "pooma"@en ;
    skos:broader :lion .
  :house-cat a skos:Concept ; skos:prefLabel "house cat"@en ; skos:broader :cat .
  :africa a skos:Concept ; skos:prefLabel "Africa"@en .
  :catfish a skos:Concept ; skos:prefLabel "catfish"@en .`;

let statistics: IndexStatistics;

beforeAll(async () => {
  async function* content() {
    yield turtle;
  }
  const { record } = await parseThesaurus(content(), 'text/turtle');
  statistics = { ...statisticsOf(documents), indexedThesaurus: deserializeThesaurus(record) };
});

/** Statistics of documents, counted by scanning them. */
function statisticsOf(all: typeof documents): Omit<IndexStatistics, 'indexedThesaurus'> {
  const builder = new TermDictionaryBuilder();
  const terms = all.map(([code, text]) => {
    const language = analyzerFor(code);
    const formOf = builder.formLookup(language);
    const forms = tokenize(text).map(({ begin, end }) => formOf(text, begin, end));
    builder.add({
      languages: [[builder.languageNumber(language), 1]],
      forms: forms.map((form) => [form, 1] as const),
    });
    return new Set(forms.map((form) => builder.termOf(form)));
  });
  const documentFrequency = (wanted: number[]) =>
    terms.filter((own) => wanted.some((term) => own.has(term))).length;
  const termDictionary = builder.current();
  return {
    documents: all.length,
    termDictionary,
    documentFrequency,
    matchFrequency: () => 0,
    mostFrequent: (wanted, most, accepts) =>
      wanted
        .filter(accepts)
        .toSorted((a, b) => documentFrequency([b]) - documentFrequency([a]))
        .slice(0, most),
    languages: () => languageDistribution(termDictionary.documentsByLanguage(), all.length),
  };
}

/**
 * The alternatives of a plan as text, without leads: terms with |, phrases in quotation marks, those of titles after `title`, concepts
 * with their nearness; then the weight, and the requirements as letters.
 */
function alternativesOf(
  input: string,
  options: PlanOptions,
  settings: Partial<QuerySettings> = {},
): string[] {
  const plan = planQuery(input, statistics, { ...DEFAULT_QUERY_SETTINGS, ...settings }, options);
  const letters = (mask: number) =>
    [...'abcdef'].filter((_, i) => mask & plan.requiredMask & (1 << i)).join('');
  return [
    ...plan.alternatives
      .filter(({ matcher }) => matcher.kind !== 'lead')
      .map(({ matcher, weight, requirementMask }) =>
        [textOf(matcher), `^${Number(weight.toFixed(3))}`, letters(requirementMask)].join(' ').trim(),
      ),
    ...plan.excluded.map((matcher) => `not ${textOf(matcher)}`),
  ];
}

function textOf(matcher: Matcher): string {
  const { termDictionary, indexedThesaurus } = statistics;
  const group = (terms: number[]) =>
    terms
      .map((term) => termDictionary.terms.at(term))
      .sort()
      .join('|');
  if (matcher.kind === 'word') return group(matcher.terms) || 'nothing';
  if (matcher.kind === 'phrase') return `"${matcher.words.map(group).join(' ')}"`;
  if (matcher.kind !== 'concept') return `${matcher.kind} ${group(matcher.terms)}`;
  const near = [...matcher.nearness].flatMap((nearness, concept) =>
    nearness > 0
      ? `:${indexedThesaurus.thesaurus.uri(concept).split('/').at(-1)} ${Number(nearness.toFixed(3))}`
      : [],
  );
  return near.join(', ');
}

const typed: PlanOptions = {};
const broad: PlanOptions = { words: 'broad' };
const typos: PlanOptions = { words: 'similar' };
const relaxed: PlanOptions = { requirements: 'some' };

describe('language shares', () => {
  it('count documents without a declared language for each other language, or for the only one', () => {
    const counts = new Map([['en', 142]]);
    const shares = (...codes: string[]) =>
      languageDistribution(counts, 160, codes.map(analyzerFor)).map(({ language, documents }) => [
        language.code,
        documents,
      ]);
    expect(shares('en')).toEqual([['en', 160]]);
    expect(shares('en', 'fr')).toEqual([
      ['en', 142],
      ['fr', 18],
    ]);
  });
});

it('gives a positive rarity, even if documents were written after the documents were counted', () => {
  expect([idf(5, 0), idf(1000, 10), idf(10, 10), idf(0, 0)].every((rarity) => rarity > 0)).toBe(true);
  expect(idf(1, 100)).toBeGreaterThan(idf(50, 100));
});

describe('planQuery', () => {
  it('marks the words of a phrase where they follow each other, and others everywhere', () => {
    const { highlightTerms, highlightLabels } = planQuery(
      '"the sea" house',
      statistics,
      DEFAULT_QUERY_SETTINGS,
      {},
    );
    expect(highlightTerms.map(({ word }) => word)).toEqual(['house']);
    expect(highlightLabels).toEqual(['the sea']);
  });

  it.each([
    ['lions ', '^0.5 a'],
    ['lions mountains ', '^0.5 a'],
    ['lions mountains house ', '^0.25 a'],
    ['lions mountains house river stream sea ', '^0.1 a'],
  ])('the weight of a concept decreases with the number of other words: %s', (input, weight) => {
    expect(alternativesOf(input, typed)).toContain(`:lion 1, :puma 0.8 ${weight}`);
  });

  it.each([
    [
      'mountain lion sea ',
      [
        'mountain|mountains ^0.35 a',
        'mountain ^0.15 a',
        '"mountain|mountains lion|lions" ^1 ab',
        'puma ^1 ab',
      ],
    ],
    [
      'mountain lion sea house river stream bank wifi animals ',
      [
        'mountain|mountains ^0.65 a',
        'mountain ^0.279 a',
        '"mountain|mountains lion|lions" ^0.143 ab',
        'puma ^0.143 ab',
      ],
    ],
  ])('the weight of labels decreases with the number of other words: %s', (input, expected) => {
    expect(alternativesOf(input, typed)).toEqual(expect.arrayContaining(expected));
  });

  it.each<[string, string, PlanOptions, string[]]>([
    [
      'in a relaxed query',
      'river bank stream wifi ',
      relaxed,
      ['"river bank"', '"bank stream"', '"stream wifi"'],
    ],
    [
      'with their inflections',
      'houses sea bank river ',
      relaxed,
      ['"house|houses|housing sea"', '"sea bank"', '"bank river"'],
    ],
    [
      'once',
      'sea bank river wifi sea bank ',
      relaxed,
      ['"sea bank"', '"bank river"', '"river wifi"', '"wifi sea"'],
    ],
    ['joined by a hyphen', 'river-bank, stream (wifi) sea ', relaxed, ['"river bank"']],
    [
      'without a stop word between them',
      'river of the bank stream wifi ',
      relaxed,
      ['"bank stream"', '"stream wifi"'],
    ],
    ['if they occur', 'river zebra bank wifi ', relaxed, ['"bank wifi"']],
    [
      'if one of them is not frequent',
      'filler filler river bank sea ',
      relaxed,
      ['"filler river"', '"river bank"', '"bank sea"'],
    ],
    ['not of a short query', 'river bank stream ', relaxed, []],
    ['of a short query with a stop word', 'river of the bank ', relaxed, ['"river of"', '"the bank"']],
    ['not of a query that requires all words', 'river bank stream wifi ', broad, []],
    ['not of a quoted phrase', '"river bank" stream wifi sea ', relaxed, ['"stream wifi"', '"wifi sea"']],
  ])('adjacent words are phrases that only contribute to the ranking: %s', (_, input, options, expected) => {
    const pairs = alternativesOf(input, options).filter((each) => each.endsWith('^0.3'));
    expect(pairs.map((each) => each.replace(' ^0.3', ''))).toEqual(expected);
  });

  it.each<[string, string, PlanOptions, Partial<QuerySettings>, string[]]>([
    [
      'matches inflections',
      'lions ',
      typed,
      {},
      ['lion|lions ^0.7 a', 'lions ^0.3 a', ':lion 1, :puma 0.8 ^0.5 a'],
    ],
    [
      'matches only the words as typed without expansion',
      'lions of the sea ',
      typed,
      { expanding: false },
      ['lions ^1 a', 'of ^1 b', 'the ^1 c', 'sea ^1 d'],
    ],
    ['matches quoted words as written', '"lions"', typed, {}, ['lions ^1 a']],
    [
      'completes a prefix, above all in titles',
      'mou',
      typed,
      {},
      ['nothing ^1 a', 'mountain|mountains ^0.2 a', 'title mountain|mountains ^2 a'],
    ],
    [
      'completes the last word of several in titles if it is incomplete',
      'sea mou',
      typed,
      {},
      ['sea ^1 a', 'nothing ^1 b', 'mountain|mountains ^0.2 b', 'title mountain|mountains ^2 b'],
    ],
    [
      'completes the last word of several in all texts alike if it is complete',
      'sea house',
      typed,
      {},
      ['sea ^1 a', 'house|houses|housing ^0.7 b', 'house ^0.3 b', 'house|houses ^0.2 b'],
    ],
    [
      'completes a complete word after a stop word in all texts alike',
      'the house',
      typed,
      {},
      ['house|houses|housing ^0.7 a', 'house ^0.3 a', 'house|houses ^0.2 a', '"the house" ^0.5'],
    ],
    [
      'marks the completions of a complete word',
      'mountain',
      typed,
      {},
      [
        'mountain|mountains ^0.7 a',
        'mountain ^0.3 a',
        'mountain|mountains ^0.2 a',
        'title mountain|mountains ^2 a',
      ],
    ],
    ['completes the last word of an open phrase', '"big c', typed, {}, ['"big " ^1 a', '"big cat" ^0.2 a']],
    [
      'completes ss to ß',
      'straß',
      typed,
      {},
      [
        'strasse ^1 a',
        'strasse|strassenbank ^0.2 a',
        'title strasse|strassenbank ^2 a',
        'strassenbank ^0.2 a',
      ],
    ],
    ['counts repeated words', 'sea sea ', typed, {}, ['sea ^2 a']],
    ['counts repeated words that are split', 'wifi wifi ', broad, {}, ['wifi ^2 a', '"wi fi" ^1 a']],
    ['omits stop words, and ranks the phrase', 'the sea ', typed, {}, ['sea ^1 a', '"the sea" ^0.5']],
    [
      'adds compounds in the query language',
      'Bank ',
      { language: 'de' },
      {},
      ['bank ^1 a', 'strassenbank ^0.2 a'],
    ],
    ['adds no compounds in another language', 'Bank ', { language: 'en' }, {}, ['bank ^1 a']],
    [
      'corrects an unknown word to terms and labels',
      'mountian ',
      typos,
      {},
      [
        'nothing ^1 a',
        'mountain ^0.5 a',
        'mountains ^0.333 a',
        '"mountain|mountains lion|lions" ^0.25 a',
        'puma ^0.25 a',
        ':puma 1 ^0.125 a',
      ],
    ],
    ['leaves an unknown word before typing errors are allowed', 'mountian ', broad, {}, ['nothing ^1 a']],
    [
      'excludes inflections and concepts',
      'sea -lion',
      typed,
      {},
      ['sea ^1 a', 'not lion|lions', 'not :lion 1, :puma 0.8'],
    ],
    ['excludes a word with an ampersand', '-R&D', typed, {}, ['not r&d']],
    ['joins words around an ampersand', 'R & D ', broad, {}, ['nothing ^1 a', 'nothing ^1 b', 'r&d ^1 ab']],
    [
      'joins two words that documents write as one',
      'wi fi ',
      broad,
      {},
      ['wi ^1 a', 'fi ^1 b', 'wifi ^1 ab'],
    ],
    [
      'splits a word that documents write as two',
      'sealion ',
      broad,
      {},
      ['nothing ^1 a', '"sea lion|lions" ^1 a'],
    ],
    [
      'adds the preferred label of an alternative one',
      'puma ',
      typed,
      {},
      ['puma ^1 a', '"mountain|mountains lion|lions" ^1 a', ':puma 1 ^0.5 a'],
    ],
    [
      'adds synonyms and halves the single words',
      'mountain lion ',
      typed,
      {},
      [
        'mountain|mountains ^0.35 a',
        'mountain ^0.15 a',
        'lion|lions ^0.35 b',
        'lion ^0.15 b',
        '"mountain|mountains lion|lions" ^1 ab',
        'puma ^1 ab',
        ':puma 1 ^0.5 ab',
      ],
    ],
    [
      'searches no other labels of a quoted one',
      '"mountain lion"',
      typed,
      {},
      ['"mountain lion" ^1 a', ':puma 1 ^0.5 a'],
    ],
    [
      'adds the labels of a hidden one',
      'pooma ',
      typed,
      {},
      ['nothing ^1 a', '"mountain|mountains lion|lions" ^1 a', 'puma ^1 a', ':puma 1 ^0.5 a'],
    ],
    [
      'reads a demonym as its place and does not require a corpus stop word',
      'african animals ',
      typed,
      {},
      ['nothing ^1 a', 'animal|animals ^0.7 b', 'animals ^0.3 b', 'africa ^0.1 a', ':africa 1 ^0.5 ab'],
    ],
    [
      'adds a partial match of a label while matching broadly',
      'house ',
      broad,
      {},
      [
        'house|houses|housing ^0.7 a',
        'house ^0.3 a',
        '"house|houses|housing cat" ^0.25 a',
        ':house-cat 1 ^0.125 a',
      ],
    ],
    [
      'recognizes a label written as two words',
      'cat fish ',
      broad,
      {},
      [
        'cat ^1 a',
        'nothing ^1 b',
        ':cat 1, :lion 0.8, :puma 0.64, :house-cat 0.8 ^0.05 a',
        ':catfish 1 ^0.5 ab',
      ],
    ],
    ['matches terms that share the stem', 'orang ', typed, {}, ['orang|orange ^0.7 a', 'orang ^0.3 a']],
    ['requires something that nothing meets for pictographs', '🦁', typed, {}, []],
  ])('%s: %s', (_, input, options, settings, expected) => {
    expect(alternativesOf(input, options, settings)).toEqual(expected);
  });

  it.each([
    ['the words of a query share a weight in leads', 'houses sea ', ['house|houses|housing ^1', 'sea ^1']],
    ['a stop word does not count in leads', 'sea of the river ', ['sea ^1', 'river ^1']],
    ['a query of one word does not look into leads', 'houses ', []],
    ['a long query does not look into leads', 'houses sea river bank stream wifi ', []],
    ['a query with a concept does not look into leads', 'lions house ', []],
  ])('%s: %s', (_, input, expected) => {
    const { alternatives } = planQuery(input, statistics, DEFAULT_QUERY_SETTINGS, relaxed);
    const leads = alternatives.filter(({ matcher }) => matcher.kind === 'lead');
    expect(leads.map(({ matcher, weight }) => `${textOf(matcher)} ^${weight}`)).toEqual(
      expected.map((each) => `lead ${each}`),
    );
  });

  it('does not look into leads without expansion', () => {
    const { alternatives } = planQuery(
      'houses sea ',
      statistics,
      { ...DEFAULT_QUERY_SETTINGS, expanding: false },
      relaxed,
    );
    expect(alternatives.filter(({ matcher }) => matcher.kind === 'lead')).toEqual([]);
  });
});
