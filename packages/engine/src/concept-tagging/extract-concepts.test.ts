import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { runToCompletion } from '@semantic-search/query/scheduling';
import {
  buildThesaurus,
  ConceptMatcher,
  phraseTable,
  readStatements,
  SkosCollector,
} from '@semantic-search/query/thesaurus';
import { describe, expect, it } from 'vitest';
import type { ExtractedConcept } from '../api.ts';
import { type ConceptModel, type Example, MIN_EXAMPLES, trainConceptModel } from './concept-model.ts';
import { crossValidate } from './cross-validation.ts';
import { type Extractor, openExtractor } from './extract-concepts.ts';

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix : <https://example.org/> .
    :finance a skos:Concept ; skos:prefLabel "Finance"@en .
    :bank a skos:Concept ; skos:prefLabel "Bank (money)"@en ; skos:broader :finance ; skos:related :credit .
    :credit a skos:Concept ; skos:prefLabel "Credit"@en, "Kredit"@de ; skos:altLabel "Loan"@en .
    :river a skos:Concept ; skos:prefLabel "River"@en .
    :shore a skos:Concept ; skos:prefLabel "Bank (river)"@en ; skos:broader :river .
    :policy a skos:Concept ; skos:prefLabel "Credit policy"@en ; skos:broader :finance .
    :metal a skos:Concept ; skos:prefLabel "Metal"@en, "Metall"@de .
    :politics a skos:Concept ; skos:prefLabel "Politik"@de ; skos:related :politician .
    :politician a skos:Concept ; skos:prefLabel "Politiker"@de .
    :report a skos:Concept ; skos:prefLabel "Report"@en .
    :stock a skos:Concept ; skos:prefLabel "Stock"@en ; skos:broader :finance .
    :cloth a skos:Concept ; skos:prefLabel "Cloth"@en .
    :school a skos:Concept ; skos:prefLabel "School"@en, "مدرسة"@ar, "Школа"@ru .
    :library a skos:Concept ; skos:prefLabel "Library"@en, "مكتبة"@ar, "Библиотека"@ru .`;
}

const builder = new SkosCollector();
await readStatements(turtle(), 'text/turtle', builder.add);
const { thesaurus } = buildThesaurus(builder);
const conceptMatcher = new ConceptMatcher(phraseTable(thesaurus), thesaurus);
const extractWith =
  ({ extract }: Extractor) =>
  (query: Parameters<Extractor['extract']>[0]): ExtractedConcept[] =>
    runToCompletion(extract(query));
const name = (uri: string) => uri.slice('https://example.org/'.length);

describe('concept extraction by rule', () => {
  const extract = extractWith(openExtractor(thesaurus, conceptMatcher));
  const names = (text: string) => extract({ text, language: 'en', count: 10 }).map(({ uri }) => name(uri));

  it('returns the positions of each concept, grouped by matched text', () => {
    const text = 'Ä loan, Loans and credit.';
    const [credit] = extract({ text, language: 'en', count: 10 });
    expect(credit).toMatchObject({ label: 'Credit', frequency: 3 });
    expect(credit!.matchedTexts).toEqual([
      { matchedText: 'loan', frequency: 1, positions: [{ begin: 2, end: 6 }] },
      { matchedText: 'Loans', frequency: 1, positions: [{ begin: 8, end: 13 }] },
      { matchedText: 'credit', frequency: 1, positions: [{ begin: 18, end: 24 }] },
    ]);
    expect(credit!.score).toBeGreaterThan(0);
    expect(credit!.score).toBeLessThanOrEqual(100);
  });

  it('ranks concepts in the title first', () => {
    expect(names('On a river\n\nReport of a loan. The report is on metal.')[0]).toBe('river');
  });

  it('resolves homonyms by related concepts in the text', () => {
    expect(names('The bank gave a credit.')).toContain('bank');
    expect(names('The bank gave a credit.')).not.toContain('shore');
    expect(names('The river left its bank.')).toContain('shore');
    expect(names('The river left its bank.')).not.toContain('bank');
  });

  it('prefers a longer label to the labels inside it', () => {
    expect(names('A credit policy')[0]).toBe('policy');
  });

  it.each([
    ['en', 'A school.', 'The library opens.'],
    ['ar', 'مدرسة.', 'مكتبة جديدة.'],
    ['ru', 'Школа.', 'Библиотека открыта.'],
  ])('ranks by frequency in long texts (%s)', (language, once, often) => {
    const text = `${once} ${`${often} `.repeat(300)}`;
    const [first, second] = extract({ text, language, count: 2 });
    expect([name(first!.uri), name(second!.uri)]).toEqual(['library', 'school']);
    expect(first!.score).toBeGreaterThan(second!.score + 50);
  });

  it('ranks a concept whose related concepts are frequent first', () => {
    const found = names(`Cloth and stock. ${'The finance report. '.repeat(20)}`);
    expect(found.filter((each) => ['cloth', 'stock'].includes(each))).toEqual(['stock', 'cloth']);
  });

  it('does not count a word for concepts with another form of it if it is a label as written', () => {
    const found = extract({ text: 'Politik und Metall. '.repeat(20), language: 'de', count: 2 });
    expect(found.map(({ label }) => label)).toEqual(['Politik', 'Metall']);
  });

  it('returns labels in the language of the text, at most count', () => {
    const found = extract({ text: 'Der Kredit', language: 'de', count: 1 });
    expect(found.map(({ label }) => label)).toEqual(['Kredit']);
    expect(extract({ text: '', language: 'de', count: 5 })).toEqual([]);
    expect(extract({ text: 'Kredit, river', count: 1 })).toHaveLength(1);
  });
});

describe('concept extraction from four million characters', () => {
  it.each([
    ['repeated words', 'lorem ipsum dolor ', ['lorem', 'lorem ipsum', 'ipsum hello']],
    ['one letter', 'x ', ['x', 'x x', 'x x x']],
    ['one label inside another', 'a b c d ', ['a b c d', 'b c d', 'c d', 'd', 'b', 'a b']],
  ])('counts the labels of 300 concepts in %s within 250 MB', async (_kind, words, labels) => {
    const text = words.repeat(3_960_000 / words.length);
    const worker = new Worker(new URL('../../test/support/overlapping-labels.ts', import.meta.url), {
      workerData: { text, labels, concepts: 300 },
      resourceLimits: { maxOldGenerationSizeMb: 250 },
    });
    const [extracted] = (await once(worker, 'message')) as [ExtractedConcept[]];
    expect(extracted).toHaveLength(1);
    expect(extracted[0]!.frequency).toBeGreaterThan(200_000);
    for (const { positions } of extracted[0]!.matchedTexts) expect(positions).toHaveLength(100);
  });
});

describe('concept extraction with a trained model', () => {
  const tag = (...names: string[]) => names.map((each) => thesaurus.ordinal(`https://example.org/${each}`)!);
  const fillers = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fern', 'grove', 'heath'];
  const filler = (i: number) => `${fillers[i % 8]} ${fillers[(i * 3 + 1) % 8]} ${fillers[(i >> 3) % 8]}`;
  const examples: Example[] = Array.from({ length: 300 }, (_, i) => {
    const zinc = { text: `Smelting of zinc\n\nA report. ${filler(i)}`, tags: tag('metal') };
    const loan = { text: `Loans in spring\n\nA report. ${filler(i)}`, tags: tag('credit') };
    return { language: 'en', ...(i % 8 === 0 ? zinc : loan) };
  });
  const model = trainConceptModel(thesaurus, conceptMatcher, examples);
  const extract = extractWith(openExtractor(thesaurus, conceptMatcher, structuredClone(model)));

  it('learns which mentioned concepts are subjects', () => {
    const found = extract({ text: 'Loans in autumn\n\nA report.', language: 'en', count: 5 });
    expect(name(found[0]!.uri)).toBe('credit');
    const score = (concept: string) => found.find(({ uri }) => name(uri) === concept)?.score ?? 0;
    expect(score('credit')).toBeGreaterThan(score('report') + 30);
  });

  it('returns concepts of similar examples even if the text does not mention them', () => {
    const text = `Zinc smelting today\n\n${'Furnaces glow through the night and cool by day. '.repeat(5)}`;
    const [metal] = extract({ text, language: 'en', count: 1 });
    expect(metal).toMatchObject({ label: 'Metal', frequency: 0, matchedTexts: [] });
  });

  it('infers concepts for a single sentence too', () => {
    const found = extract({ text: 'Loans for zinc smelting', language: 'en', count: 5 });
    expect(found.map(({ uri }) => name(uri)).sort()).toEqual(['credit', 'metal']);
  });

  it('stays close to the rule with few examples', () => {
    const few = trainConceptModel(thesaurus, conceptMatcher, examples.slice(0, MIN_EXAMPLES));
    const text = 'The river left its bank.';
    const names = (model?: ConceptModel) =>
      extractWith(openExtractor(thesaurus, conceptMatcher, model))({ text, language: 'en', count: 2 }).map(
        ({ uri }) => name(uri),
      );
    expect(names(few)).toEqual(names());
  });

  it('cross-validation evaluates the model on examples held out of training', () => {
    // Each example has one tag, and at most five concepts are extracted.
    const twice = [...examples, ...examples];
    const report = crossValidate(thesaurus, conceptMatcher, twice, 2);
    expect(report.f1).toBeGreaterThan(0.3);
    expect(report.recall).toBeGreaterThan(report.precision);
    expect(report.languages.map(({ language, documents }) => [language, documents])).toEqual([
      ['en', twice.length],
    ]);
  });
});
