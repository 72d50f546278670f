import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hierarchy, type NaiveQuestion, naiveAnswer } from './naive-space.testing.ts';
import type { DocumentInput, FacetSelection, WritableSpace } from './questions.ts';
import { openSpace } from './space.ts';

const fields = ['dyn_uri_all_concepts', 'dyn_lit_type', 'dyn_lit_tags', 'dyn_flt_size', 'dyn_flt_date'];
const vocabulary = ['alpha', 'alps', 'beta', 'bet', 'gamma', 'Äther', 'straße', 'delta'];
const concepts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://example.org/${name}`);

/** Only what was typed is looked for: the naive space knows nothing else. */
const settings = {
  stemming: false,
  stopWords: false,
  typos: false,
  synonyms: false,
  concepts: false,
  relaxing: false,
};

const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 }).map((found) => found.join(' '));
const document = fc.record(
  {
    id: fc.integer({ min: 0, max: 200 }).map(String),
    title: text,
    description: text,
    language: fc.constantFrom('en', 'de'),
    type: fc.constantFrom('Book', 'Report', 'Thesis'),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'zz'), { maxLength: 3 }),
    size: fc.constantFrom(1, 5, 9, 12, 40, 99),
    date: fc.constantFrom('1999', '2004-05', '2011-01-01'),
    subjects: fc.array(fc.constantFrom(...concepts, 'https://example.org/unknown'), { maxLength: 4 }),
  },
  { requiredKeys: ['id', 'language', 'subjects'] },
) as fc.Arbitrary<DocumentInput>;

/** Broader concepts have earlier names, so that nothing is broader than itself. */
const hierarchy: fc.Arbitrary<Hierarchy> = fc
  .tuple(
    ...concepts.map((_, i) =>
      fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, i - 1) }), { maxLength: i === 0 ? 0 : 2 }),
    ),
  )
  .map((rows) =>
    Object.fromEntries(rows.map((row, i) => [concepts[i]!, row.map((broader) => concepts[broader]!)])),
  );

const step = fc.oneof(
  // Large enough for counting what is missing instead of what was found.
  { weight: 2, arbitrary: fc.record({ put: fc.array(document, { minLength: 90, maxLength: 120 }) }) },
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 40 }) }) },
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ delete: fc.integer({ min: 0, max: 200 }).map(String) }) },
  { weight: 1, arbitrary: fc.record({ thesaurus: hierarchy }) },
  { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
);

const selection: fc.Arbitrary<FacetSelection> = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...concepts), { minLength: 1, maxLength: 2 }).map((uris) => {
    return { field: 'dyn_uri_all_concepts', values: uris.map((concept) => ({ concept })) };
  }),
  fc.uniqueArray(fc.constantFrom('Book', 'Report', 'Map'), { minLength: 1, maxLength: 2 }).map((types) => {
    return { field: 'dyn_lit_type', values: types.map((literal) => ({ literal })) };
  }),
  fc.constantFrom('x', 'zz').map((literal) => ({ field: 'dyn_lit_tags', values: [{ literal }] })),
  fc.boolean().map((toExclusive) => ({ field: 'dyn_flt_size', values: [{ from: 5, to: 40, toExclusive }] })),
);

const question: fc.Arbitrary<NaiveQuestion> = fc.record(
  {
    words: fc.array(fc.constantFrom('alpha', 'beta', 'ather', 'straße'), { maxLength: 2 }),
    prefix: fc.constantFrom('al', 'bet', 'zzz'),
    phrase: fc.array(fc.constantFrom('alpha', 'beta', 'gamma'), { minLength: 2, maxLength: 3 }),
    excluded: fc.constantFrom('gamma', 'delta'),
    selected: fc.uniqueArray(selection, { selector: ({ field }) => field, maxLength: 3 }),
  },
  { requiredKeys: ['words', 'selected'] },
);

function turtle(broader: Hierarchy): string {
  const lines = Object.entries(broader).map(
    ([concept, others]) =>
      `<${concept}> a skos:Concept ; skos:prefLabel "${concept.at(-1)}"@en ${others.map((each) => `; skos:broader <${each}>`).join(' ')} .`,
  );
  return `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n${lines.join('\n')}`;
}

const everything: NaiveQuestion = { words: [], selected: [] };

/** The same question as a person would put it; a trailing space ends the last word. */
function inputOf({ words, prefix, phrase, excluded }: NaiveQuestion): string {
  const parts = [
    ...words,
    ...(phrase ? [`"${phrase.join(' ')}"`] : []),
    ...(excluded ? [`-${excluded}`] : []),
  ];
  return prefix ? [...parts, prefix].join(' ') : `${parts.join(' ')} `;
}

async function compare(
  space: WritableSpace,
  documents: DocumentInput[],
  broader: Hierarchy,
  asked: NaiveQuestion,
) {
  const { facets: offered } = await space.describe();
  const known = fields.filter((field) => offered.some((facet) => facet.field === field));
  const naive = naiveAnswer(documents, broader, asked, known);
  const usable = asked.selected.every(({ field }) => known.includes(field));
  if (!usable) return;
  const search = (limit: number) =>
    space.search({
      input: inputOf(asked),
      selected: asked.selected,
      excluded: [],
      facets: known.map((field) => {
        return {
          field,
          mode: 'flat',
          depth: 0,
          limit,
          sorting: 'count',
          order: 'desc',
          includeEmpty: false,
        };
      }),
      documentFacets: [],
      sort: { field: 'relevance', direction: 'desc' },
      start: 0,
      count: 5,
      summaryLength: 50,
    });
  const [answer, few] = [await search(1000), await search(2)];
  expect(few.facets).toEqual(
    answer.facets.map(({ field, values }) => ({ field, values: values.slice(0, 2) })),
  );
  const counts = answer.facets.map(({ field, values }) => [
    field,
    Object.fromEntries(values.map(({ label, value, count }) => [value ?? label, count])),
  ]);
  expect({ total: answer.total, counts: Object.fromEntries(counts) }).toEqual(naive);
}

test('totals and all counts are those of looking at every document, whatever has been written before', async () => {
  const history = fc.array(step, { minLength: 1, maxLength: 25 });
  const questions = fc.array(question, { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(history, questions, hierarchy, async (steps, asked, first) => {
      const directory = mkdtempSync(join(tmpdir(), 'space-'));
      const warnings: string[] = [];
      const open = () => openSpace(directory, { settings, onWarning: (message) => warnings.push(message) });
      let space = await open();
      try {
        const documents = new Map<string, DocumentInput>();
        let broader = first;
        await space.replaceThesaurus(toStream(turtle(broader)), 'text/turtle');
        for (const each of steps) {
          if ('put' in each) {
            expect((await space.put(each.put)).refused).toEqual([]);
            for (const one of each.put) documents.set(one.id, one);
          } else if ('delete' in each) {
            expect(await space.delete(each.delete)).toBe(documents.delete(each.delete));
          } else if ('thesaurus' in each) {
            broader = each.thesaurus;
            await space.replaceThesaurus(toStream(turtle(broader)), 'text/turtle');
          } else {
            await space.close();
            space = await open();
          }
          await compare(space, [...documents.values()], broader, asked[0]!);
        }
        for (const one of [...asked, everything]) await compare(space, [...documents.values()], broader, one);
        expect(warnings).toEqual([]);
      } finally {
        await space.close();
        rmSync(directory, { recursive: true });
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 50) },
  );
}, 120_000);

async function* toStream(content: string) {
  yield content;
}
