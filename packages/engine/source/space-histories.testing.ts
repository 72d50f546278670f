/** Random histories of a space, and questions asked along them; each answer is compared with that of looking at every document. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { facetValueOf } from './index/document.ts';
import { inOrder, type NaiveSpace, naiveSearch, newestFirst } from './naive-space.testing.ts';
import { asTurtle, collectionUri, type NaiveThesaurus, schemeUri } from './naive-thesaurus.testing.ts';
import { Met } from './naive-words.testing.ts';
import { allSettings, type SearchSettings } from './query/plan.ts';
import type {
  DocumentInput,
  FacetQuestion,
  FacetSelection,
  SearchQuestion,
  WritableSpace,
} from './questions.ts';
import { openSpace } from './space.ts';
import { SnapshotFolder } from './storage/snapshot.ts';
import { filesOf } from './storage/space-files.ts';
import { fold } from './text/fold.ts';
import { words } from './text/words.ts';
import { facetField } from './thesaurus/facet-tree.ts';
import { openThesaurusRecord, readThesaurus } from './thesaurus/stored.ts';

const uris = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `https://example.org/${name}`);
/** Labels that are words of texts, begin and end alike, and have one another inside. */
const labels = ['lion', 'mountain lion', 'mountain', 'house cat', 'cat', 'river bank', 'bank'];
const otherLabels = ['puma', 'big cat', 'stream', 'savings bank', 'peak', 'shore'];
const texts = [
  ...[
    'lion',
    'Lions',
    'mountain',
    'mountains',
    'puma',
    'cat',
    'cats',
    'house',
    'houses',
    'housing',
    'river',
    'bank',
  ],
  ...[
    'stream',
    'streams',
    'the',
    'of',
    'und',
    'der',
    'Haus',
    'Häuser',
    'straße',
    'Äther',
    'peak',
    'shore',
    'savings',
  ],
  ...['big', 'Ваза у', 'Москва', 'мост', 'в'],
  ...['Hausbank', 'Bankhäuser', 'Straßenbank', 'Hausbankstraße', 'bankable'],
];
const typed = [...texts, 'mountian', 'hause', 'strem', 'rivre', 'zzzz', 'Banks', 'Ather'];

const text = fc.array(fc.constantFrom(...texts), { maxLength: 6 }).map((found) => found.join(' '));
/** Ids whose order by UTF-16 units is not that by code points. */
const id = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 150 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('\u{1f600}', '\uff21', 'Z', 'z') },
);
const document = fc.record(
  {
    id,
    title: text,
    description: text,
    text,
    language: fc.constantFrom('en', 'de'),
    type: fc.constantFrom('Book', 'Report', 'Thesis'),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'zz', 5), { maxLength: 3 }),
    size: fc.oneof(fc.constantFrom(1, 5, 9, 12, 40, 99, -3), fc.constantFrom([1, 2, 40], [5, 99], 'large')),
    seen: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom<string | number>('1999-01-01', '2004-05-07', '2011-12-31') },
      { weight: 1, arbitrary: fc.constant(2004) },
    ),
    date: fc.constantFrom('1999', '2004-05', '2011-01-01', '2011-01-02'),
    subjects: fc.array(fc.constantFrom(...uris, 'https://example.org/unknown'), { maxLength: 4 }),
  },
  { requiredKeys: ['id', 'language', 'subjects'] },
) as fc.Arbitrary<DocumentInput>;

/** Broader concepts have earlier names, so that nothing is broader than itself; successors are not replaced themselves. */
const thesaurus: fc.Arbitrary<NaiveThesaurus> = fc
  .record({
    concepts: fc.tuple(
      ...uris.map((uri, i) =>
        fc.record({
          uri: fc.constant(uri),
          label: fc.constant(labels[i]!),
          others: fc.uniqueArray(fc.constantFrom(...otherLabels), { maxLength: 2 }),
          broader: fc.uniqueArray(fc.constantFrom(...uris.slice(0, Math.max(1, i))), {
            maxLength: i === 0 ? 0 : 2,
          }),
          inScheme: fc.boolean(),
          isTop: fc.boolean(),
          inCollection: fc.boolean(),
        }),
      ),
    ),
    replaced: fc.option(fc.constantFrom(...uris.slice(1)), { freq: 2, nil: undefined }),
  })
  .map(({ concepts, replaced }) => {
    return {
      concepts: concepts.map((concept) =>
        concept.uri === replaced ? { ...concept, replacedBy: uris[0]! } : concept,
      ),
    };
  });

type Step =
  | { put: DocumentInput[] }
  | { delete: string }
  | { thesaurus: NaiveThesaurus }
  | { reopen: true }
  /** The process ends without closing: what is on the disk is opened elsewhere. */
  | { crash: true }
  /** Without what was kept of the index. */
  | { rebuild: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  // Large enough for counting what is missing instead of what was found.
  { weight: 2, arbitrary: fc.record({ put: fc.array(document, { minLength: 70, maxLength: 90 }) }) },
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 40 }) }) },
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ delete: id }) },
  { weight: 2, arbitrary: fc.record({ thesaurus }) },
  { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
  { weight: 1, arbitrary: fc.constant({ crash: true as const }) },
  { weight: 1, arbitrary: fc.constant({ rebuild: true as const }) },
);

const conceptFields = [
  'dyn_uri_all_concepts',
  facetField(schemeUri),
  facetField(collectionUri),
  facetField(uris[0]!),
  facetField(uris[2]!),
];
const literalFields = ['dyn_lit_type', 'dyn_lit_tags', 'dyn_lit_language', 'dyn_lit_size'];
const numberFields = ['dyn_flt_size', 'dyn_flt_date', 'dyn_flt_seen', 'dyn_flt_tags'];
const allFields = [...conceptFields, ...literalFields, ...numberFields];

const bound = fc.constantFrom(null, -3, 1, 5, 40, Date.UTC(2004, 4), Date.UTC(2011));
const value = {
  concept: fc.constantFrom(...uris, 'https://example.org/unknown').map((concept) => ({ concept })),
  literal: fc.constantFrom('Book', 'Report', 'Map', 'x', 'zz', 'en', 'large').map((literal) => ({ literal })),
  range: fc.record({ from: bound, to: bound, toExclusive: fc.boolean() }),
};
const selection: fc.Arbitrary<FacetSelection> = fc.oneof(
  selectionIn(conceptFields, value.concept),
  selectionIn(literalFields, value.literal),
  selectionIn(numberFields, value.range),
);

function selectionIn(fields: string[], values: fc.Arbitrary<FacetSelection['values'][number]>) {
  return fc.record({ field: fc.constantFrom(...fields), values: fc.array(values, { maxLength: 3 }) });
}

const facet: fc.Arbitrary<FacetQuestion> = fc.record({
  field: fc.constantFrom(...allFields),
  mode: fc.constantFrom('hierarchical', 'flat', 'top'),
  depth: fc.integer({ min: 0, max: 3 }),
  limit: fc.constantFrom(1, 2, 3, 10, 1001),
  sorting: fc.constantFrom('count', 'label'),
  order: fc.constantFrom('asc', 'desc'),
  includeEmpty: fc.boolean(),
});
/** As most are asked. */
const usualFacet: fc.Arbitrary<FacetQuestion> = fc.record({
  field: fc.constantFrom(...allFields),
  mode: fc.constant('flat'),
  depth: fc.constant(0),
  limit: fc.constantFrom(2, 10),
  sorting: fc.constant('count'),
  order: fc.constant('desc'),
  includeEmpty: fc.constant(false),
});

const word = fc.constantFrom(...typed);
const clause = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom(...labels, ...otherLabels) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => `"${all.join(' ')}"`) },
  { weight: 1, arbitrary: word.map((each) => `-${each}`) },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([one, other]) => `-"${one} ${other}"`) },
);
/** A blank at the end finishes the last word. */
const input = fc
  .tuple(fc.array(clause, { maxLength: 3 }), fc.constantFrom('', ' ', ' mou', ' ho', ' l', 'b', ' Str'))
  .map(([clauses, end]) => clauses.join(' ') + end);

const question: fc.Arbitrary<SearchQuestion> = fc
  .record({
    input,
    language: fc.constantFrom(undefined, 'en', 'de'),
    selected: fc.array(selection, { maxLength: 3 }),
    excluded: fc.oneof(
      { weight: 3, arbitrary: fc.constant<FacetSelection[]>([]) },
      { weight: 1, arbitrary: fc.array(selection, { maxLength: 2 }) },
    ),
    dateRange: fc.option(fc.record({ from: bound, to: bound }), { freq: 3, nil: undefined }),
    facets: fc.array(fc.oneof(facet, usualFacet), { maxLength: 6 }),
    sort: fc.record({
      field: fc.constantFrom('relevance', 'date', 'title'),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    start: fc.constantFrom(0, 0, 1, 7, 60),
    count: fc.constantFrom(0, 1, 5, 50),
  })
  .map(({ language, dateRange, ...rest }): SearchQuestion => {
    return {
      ...rest,
      ...(language ? { language } : {}),
      ...(dateRange ? { dateRange } : {}),
      documentFacets: [],
      summaryLength: 30,
    };
  });

const names = Object.keys(allSettings) as (keyof SearchSettings)[];
const none = Object.fromEntries(names.map((name) => [name, false])) as unknown as SearchSettings;
/** Everything, nothing, everything but one, one alone. */
const settings: fc.Arbitrary<SearchSettings> = fc.oneof(
  fc.constant(allSettings),
  fc.constant(none),
  fc.constantFrom(...names).map((name) => ({ ...allSettings, [name]: false })),
  fc.constantFrom(...names).map((name) => ({ ...none, [name]: true })),
);

export interface History {
  settings: SearchSettings;
  first: NaiveThesaurus;
  /** Each with a question that is asked after it. */
  steps: [Step, SearchQuestion][];
}

export const history: fc.Arbitrary<History> = fc.record({
  settings,
  first: thesaurus,
  steps: fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 25 }),
});

export interface Spread {
  settings: SearchSettings;
  thesaurus: NaiveThesaurus;
  documents: DocumentInput[];
  /** Where one writing ends and the next begins. */
  cuts: number[];
  questions: SearchQuestion[];
}

export const spread: fc.Arbitrary<Spread> = fc.record({
  settings,
  thesaurus,
  documents: fc.uniqueArray(document, { minLength: 20, maxLength: 120, selector: ({ id }) => id }),
  cuts: fc.array(fc.nat({ max: 119 }), { minLength: 3, maxLength: 6 }),
  questions: fc.array(question, { minLength: 3, maxLength: 6 }),
});

/** Fails where an answer differs between documents written at once and the same ones in several segments. */
export async function answerAlike({ settings: given, thesaurus: known, documents, cuts, questions }: Spread) {
  const bounds = [0, ...cuts.map((cut) => cut % documents.length).sort((a, b) => a - b), documents.length];
  const batches = bounds.slice(1).map((end, i) => documents.slice(bounds[i], end));
  const answers = [await answersOver([documents]), await answersOver(batches)];
  expect(answers[1]).toEqual(answers[0]);

  async function answersOver(writings: DocumentInput[][]) {
    const directory = mkdtempSync(join(tmpdir(), 'space-'));
    const space = await openSpace(directory, { settings: given });
    await space.replaceThesaurus(stream(asTurtle(known)), 'text/turtle');
    for (const each of writings) await space.put(each);
    const { facets } = await space.describe();
    const offered = new Set([...conceptFields, ...facets.map(({ field }) => field)]);
    const found: unknown[] = [];
    for (const asked of questions) found.push(await space.search(withOffered(asked, offered)));
    const related = { id: documents[0]!.id, count: 7, documentFacets: [], summaryLength: 0 };
    for (const plugin of ['combined', 'concepts', 'text'])
      found.push(await space.similar({ ...related, plugin }));
    for (const plugin of ['related-concepts', 'same-topic-newer'])
      found.push(await space.recommend({ ...related, plugin }));
    await space.close();
    rmSync(directory, { recursive: true });
    return found;
  }
}

/** Lives through a history, and fails at the first answer that is not what looking at every document says. */
export async function liveThrough({ settings: given, first, steps }: History): Promise<void> {
  let directory = mkdtempSync(join(tmpdir(), 'space-'));
  const warnings: string[] = [];
  const open = () =>
    openSpace(directory, { settings: given, onWarning: (message) => warnings.push(message) });
  let space = await open();
  // In the order of their last writing.
  const documents = new Map<string, DocumentInput>();
  /** What the index was made of, by key: whatever was written since it was begun, also what is gone by now. */
  let indexed: [key: number, document: DocumentInput][] = [];
  let lastKey = 0;
  const put = (document: DocumentInput) => {
    documents.delete(document.id);
    documents.set(document.id, document);
    indexed.push([++lastKey, document]);
    meet(naive.met, document);
  };
  /** What is not in the snapshot is indexed from the documents that are there. */
  const openAgain = async () => {
    const saved = new SnapshotFolder(filesOf(directory).index).manifest()?.key ?? 0;
    indexed = indexed.filter(([key, document]) => key <= saved || documents.get(document.id) === document);
    naive = { ...naive, met: new Met() };
    for (const [, document] of indexed) meet(naive.met, document);
    space = await open();
  };
  let naive: NaiveSpace = {
    ...(await naiveThesaurus(first)),
    documents: [],
    met: new Met(),
    settings: given,
  };
  try {
    await space.replaceThesaurus(stream(asTurtle(first)), 'text/turtle');
    for (const [each, asked] of steps) {
      if ('put' in each) {
        expect((await space.put(each.put)).refused).toEqual([]);
        each.put.forEach(put);
      } else if ('delete' in each) {
        expect(await space.delete(each.delete)).toBe(documents.delete(each.delete));
      } else if ('thesaurus' in each) {
        await space.replaceThesaurus(stream(asTurtle(each.thesaurus)), 'text/turtle');
        naive = { ...naive, ...(await naiveThesaurus(each.thesaurus)) };
      } else {
        const left = directory;
        if ('crash' in each) {
          directory = mkdtempSync(join(tmpdir(), 'space-'));
          cpSync(left, directory, { recursive: true });
        }
        await space.close();
        if ('crash' in each) rmSync(left, { recursive: true });
        if ('rebuild' in each) rmSync(filesOf(directory).index, { recursive: true });
        await openAgain();
      }
      naive = { ...naive, documents: [...documents.values()] };
      await compare(space, asked, naive);
    }
    expect(warnings.filter((warning) => !warning.startsWith('There is no snapshot'))).toEqual([]);
  } finally {
    await space.close();
    rmSync(directory, { recursive: true });
  }
}

export async function* stream(content: string) {
  yield content;
}

async function naiveThesaurus(given: NaiveThesaurus): Promise<Pick<NaiveSpace, 'thesaurus' | 'known'>> {
  const { record } = await readThesaurus(stream(asTurtle(given)), 'text/turtle');
  return { thesaurus: given, known: openThesaurusRecord(record) };
}

function meet(met: Met, document: DocumentInput): void {
  met.meet(document);
  for (const [name, given] of Object.entries(document)) {
    if (['id', 'title', 'description', 'text', 'subjects', 'date'].includes(name)) continue;
    for (const each of Array.isArray(given) ? given : [given]) {
      const found = facetValueOf(each);
      if (found && 'kind' in found && found.kind === 'number') met.plainNumbers.add(name);
    }
  }
}

/** Without facets that the space has not: these are refused. */
function withOffered(asked: SearchQuestion, offered: ReadonlySet<string>): SearchQuestion {
  const isOffered = ({ field }: { field: string }) => offered.has(field);
  return {
    ...asked,
    selected: asked.selected.filter(isOffered),
    excluded: asked.excluded.filter(isOffered),
    facets: asked.facets.filter(isOffered),
  };
}

async function compare(space: WritableSpace, asked: SearchQuestion, naive: NaiveSpace): Promise<void> {
  const { facets: offered } = await space.describe();
  const known = new Set([...conceptFields, ...offered.map(({ field }) => field)]);
  const question = withOffered(asked, known);
  const answer = await space.search(question);
  const expected = naiveSearch(question, naive);
  expect({ total: answer.total, facets: answer.facets }).toEqual({
    total: expected.total,
    facets: expected.facets,
  });
  compareSuggestion(question.input, answer.suggestion, expected.corrections);
  const all = await space.search({ ...question, facets: [], start: 0, count: 1000 });
  expect(answer.documents).toEqual(all.documents.slice(question.start, question.start + question.count));
  const order = all.documents.map(({ id }) => id);
  for (const { id, score } of all.documents) expect(score).toBeCloseTo(expected.scores.get(id)!, 3);
  const result = naive.documents.filter(({ id }) => expected.scores.has(id));
  if (question.sort.field !== 'relevance') {
    expect(order).toEqual(inOrder(result, question.sort));
    return;
  }
  // Scores are compared above; here, that equal ones stand in the order of ties.
  const scores = new Map(all.documents.map(({ id, score }) => [id, score]));
  const sign = question.sort.direction === 'asc' ? 1 : -1;
  const sorted = result.toSorted(
    (one, other) => sign * (scores.get(one.id)! - scores.get(other.id)!) || newestFirst(one, other),
  );
  expect(order).toEqual(sorted.map(({ id }) => id));
}

/** Each word that no document has is replaced by one of the best, all others stay. */
function compareSuggestion(
  asked: string,
  suggestion: string | undefined,
  corrections: Map<string, string> | undefined,
): void {
  const isOffered = (corrections?.size ?? 0) > 0;
  expect(suggestion !== undefined).toBe(isOffered);
  if (suggestion === undefined) return;
  const [before, after] = [words(asked), words(suggestion)].map((all) =>
    all.map(({ text: each }) => fold(each)),
  );
  expect(after).toHaveLength(before!.length);
  before!.forEach((each, i) => {
    const replaced = corrections!.get(each);
    if (replaced !== undefined) expect([replaced, each]).toContain(after![i]);
    else expect(after![i]).toBe(each);
  });
}
