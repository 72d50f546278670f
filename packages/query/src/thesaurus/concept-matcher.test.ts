import { describe, expect, it } from 'vitest';
import { ConceptMatcher, type ConceptMatchOptions } from './concept-matcher.ts';
import { phraseTable } from './phrase-table.ts';
import { readStatements } from './rdf/rdf-parser.ts';
import { buildThesaurus } from './skos/skos-builder.ts';
import { SkosCollector } from './skos/skos-collector.ts';

async function recogniserOf(labels: string) {
  const builder = new SkosCollector();
  async function* content() {
    yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix owl: <http://www.w3.org/2002/07/owl#> .
      @prefix dcterms: <http://purl.org/dc/terms/> .
      @prefix : <https://example.org/> .\n`;
    yield labels;
  }
  await readStatements(content(), 'text/turtle', builder.add);
  const { thesaurus } = buildThesaurus(builder);
  const conceptMatcher = new ConceptMatcher(structuredClone(phraseTable(thesaurus)), thesaurus);
  return (text: string, options?: ConceptMatchOptions) =>
    conceptMatcher.match(text, options).map(({ begin, end, senses, isNested }) => ({
      text: text.slice(begin, end),
      concepts: senses.map(({ concept }) => thesaurus.uri(concept).slice('https://example.org/'.length)),
      isNested,
    }));
}

const texts = (matches: { text: string }[]) => matches.map(({ text }) => text);

describe('concept matcher', async () => {
  const recognise = await recogniserOf(`
    :market a skos:Concept ; skos:prefLabel "Market"@en, "Markt"@de .
    :labour a skos:Concept ; skos:prefLabel "Labour market"@en, "Arbeitsmarkt"@de .
    :policy a skos:Concept ; skos:prefLabel "Labour market policy"@en ; skos:altLabel "Employment policies"@en .
    :bank a skos:Concept ; skos:prefLabel "Bank (money)"@en .
    :shore a skos:Concept ; skos:prefLabel "Bank (river)"@en ; skos:altLabel "Shore"@en .
    :it a skos:Concept ; skos:prefLabel "Information technology"@en ; skos:altLabel "IT"@en .
    :japan a skos:Concept ; skos:prefLabel "日本経済"@ja .
    :old a skos:Concept ; skos:prefLabel "Toil"@en ; owl:deprecated true ; dcterms:isReplacedBy :labour .
    :gone a skos:Concept ; skos:prefLabel "Ether"@en ; owl:deprecated true .`);

  it('returns the longest label with its offsets', () => {
    expect(recognise('On labour market policies!')).toEqual([
      { text: 'labour market policies', concepts: ['policy'], isNested: false },
    ]);
  });

  it('returns nested matches on request', () => {
    const matches = recognise('labour market policy', { includesNested: true });
    expect(matches.map(({ text, isNested }) => [text, isNested])).toEqual([
      ['labour market policy', false],
      ['labour market', true],
      ['market', true],
    ]);
  });

  it('ignores inflection, case and accents, with offsets in the original text', () => {
    expect(texts(recognise('STRAẞE İ Märkte'))).toEqual(['Märkte']);
    expect(texts(recognise('the lábour-markets'))).toEqual(['lábour-markets']);
  });

  it('does not match derived words', async () => {
    const other = await recogniserOf(`
      :all a skos:Concept ; skos:prefLabel "Universalism"@en, "Lehrer"@de .
      :firm a skos:Concept ; skos:prefLabel "Organization"@en, "Studium"@de .
      :dear a skos:Concept ; skos:prefLabel "Public expenditure"@en, "Öffentliche Ausgabe"@de .`);
    expect(other('Lehre, Studie', { isQuery: true })).toEqual([]);
    for (const options of [{}, { isQuery: true }]) {
      expect(other('university organs, publication expenditures', options)).toEqual([]);
      expect(texts(other('Lehrern, Studien, organizations; öffentlicher Ausgaben', options))).toEqual([
        'Lehrern',
        'Studien',
        'organizations',
        'öffentlicher Ausgaben',
      ]);
    }
  });

  it('does not match across sentences', () => {
    expect(texts(recognise('Hard labour. Market days.'))).toEqual(['Market']);
  });

  it('matches only the requested languages', () => {
    expect(texts(recognise('Arbeitsmarkt', { languages: ['de-CH'] }))).toEqual(['Arbeitsmarkt']);
    expect(recognise('Arbeitsmarkt', { languages: ['en'] })).toEqual([]);
  });

  it('returns all senses of a homonym, by labels without their qualifier', () => {
    expect(recognise('a bank')[0]!.concepts.sort()).toEqual(['bank', 'shore']);
    expect(recognise('a bank (river)')).toEqual([
      { text: 'bank', concepts: ['bank', 'shore'], isNested: false },
    ]);
  });

  it('matches abbreviations by case in texts and in any case in queries, except stop words', () => {
    expect(texts(recognise('Is it IT?'))).toEqual(['IT']);
    expect(texts(recognise('it', { isQuery: true, languages: ['en'] }))).toEqual([]);
    expect(texts(recognise('IT', { isQuery: true, languages: ['en'] }))).toEqual(['IT']);
  });

  it('matches words in scripts without spaces', () => {
    expect(texts(recognise('2020年の日本経済について'))).toEqual(['日本経済']);
  });

  it('returns the successor of a replaced concept, and nothing without one', () => {
    expect(recognise('toil and ether')).toEqual([{ text: 'toil', concepts: ['labour'], isNested: false }]);
  });
});

describe('concept matcher for queries', async () => {
  const recognise = await recogniserOf(`
    :moose a skos:Concept ; skos:prefLabel "moose"@en ; skos:altLabel "elk"@en .
    :wapiti a skos:Concept ; skos:prefLabel "wapiti"@en ; skos:altLabel "elk"@en .
    :reindeer a skos:Concept ; skos:prefLabel "reindeer"@en, "renne"@fr ; skos:altLabel "caribou"@en, "caribou"@fr .
    :piranha a skos:Concept ; skos:prefLabel "piranha"@en ; skos:altLabel "caribe"@en, "caribe rouge"@fr .
    :bear a skos:Concept ; skos:prefLabel "bear"@en, "ours"@fr .
    :orang a skos:Concept ; skos:prefLabel "Orang-Utan"@de .
    :bank a skos:Concept ; skos:prefLabel "Bank (money)"@en .
    :shore a skos:Concept ; skos:prefLabel "Bank (river)"@en .
    :banks a skos:Concept ; skos:prefLabel "Banks"@en .
    :c a skos:Concept ; skos:prefLabel "C"@en .
    :cpp a skos:Concept ; skos:prefLabel "C++"@en .
    :csharp a skos:Concept ; skos:prefLabel "C#"@en .`);
  const recognizedConcepts = (text: string) =>
    recognise(text, { isQuery: true }).map(({ text: found, concepts }) => [found, ...concepts]);

  it('distinguishes homonyms with and without qualifier', () => {
    expect(recognizedConcepts('elk')).toEqual([['elk', 'moose', 'wapiti']]);
    expect(recognizedConcepts('bank')).toEqual([['bank', 'bank', 'shore']]);
  });

  it('prefers an exact label to an inflection of another', () => {
    expect(recognizedConcepts('caribou')).toEqual([['caribou', 'reindeer']]);
    expect(recognizedConcepts('banks')).toEqual([['banks', 'banks']]);
  });

  it('matches a stop word of another language if it is the whole query', () => {
    expect(recognizedConcepts('ours')).toEqual([['ours', 'bear']]);
    expect(recognizedConcepts('reindeer like ours')).toEqual([['reindeer', 'reindeer']]);
  });

  it('distinguishes labels by special characters', () => {
    const named = (text: string) => recognizedConcepts(text).flatMap(([, ...concepts]) => concepts);
    expect(['C', 'C++', 'c#', 'books on C++ and C'].map(named)).toEqual([
      ['c'],
      ['cpp'],
      ['csharp'],
      ['cpp', 'c'],
    ]);
  });

  it('ignores spaces and hyphens', () => {
    expect(recognizedConcepts('orang utan')).toEqual([['orang utan', 'orang']]);
  });
});

describe('a label of many concepts', async () => {
  const concepts = Array.from(
    { length: 300 },
    (_, index) => `:c${index} a skos:Concept ; skos:prefLabel "Bank"@en .`,
  );
  const recognise = await recogniserOf(concepts.join('\n'));

  it('a label of many concepts has a limited number of senses in a text, and all of them in a query', () => {
    expect(recognise('The bank.')[0]!.concepts).toHaveLength(100);
    expect(recognise('bank', { isQuery: true })[0]!.concepts).toHaveLength(300);
  });
});
