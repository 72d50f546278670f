/** One question from input to answer: find, weigh, select, count, take the best, present. */
import type { Generation, Part } from '../index/generation.ts';
import type { LiveIndex } from '../index/live-index.ts';
import type { FacetAnswer, FacetQuestion, SearchAnswer, SearchQuestion } from '../questions.ts';
import type { Database } from '../storage/database.ts';
import { fold } from '../text/fold.ts';
import { ConceptCounts } from './concept-counts.ts';
import { countLiterals, countRanges, extentOf, type Found, foundIn } from './counting.ts';
import { suggestedInput } from './did-you-mean.ts';
import { conceptValues, literalValues, rangeValues } from './facet-answer.ts';
import { type FacetSource, facetOrThrow } from './facets.ts';
import { type Plan, planSearch, type SearchSettings } from './plan.ts';
import { presenter } from './present.ts';
import { type LabelledRange, rangesOver } from './ranges.ts';
import { bitCount, find, weigh } from './score.ts';
import { type Passing, passing, type Selection, selectionsOf } from './selection.ts';
import { type Hit, type TitleOf, topOfAll, topOfPart } from './top-documents.ts';

export interface Holdings {
  index: LiveIndex;
  database: Database;
  settings: SearchSettings;
}

/** With fewer documents than this for the words as they were typed, parts of labels, near spellings and some of the words are tried. */
export const little = 5;

/** Of several requirements, the share that a document must meet when all are too many. */
export const leastShare = 0.34;

/** One facet being counted. */
interface Count {
  question: FacetQuestion;
  source: FacetSource;
  /** Index of its own selection, or -1. */
  own: number;
  counts: Uint32Array;
  ranges: LabelledRange[];
}

interface Outcome {
  /** Documents that match the input, whatever is selected. */
  matching: number;
  total: number;
  hits: Hit[];
  counts: Count[];
}

export function search(question: SearchQuestion, holdings: Holdings, signal?: AbortSignal): SearchAnswer {
  const { index, settings } = holdings;
  const generation = index.generation;
  const mayName = settings.concepts || settings.synonyms;
  const run = (partly: boolean, typos: boolean, relaxed: boolean) => {
    const options = { language: question.language, typos, partly };
    const plan = planSearch(question.input, generation, index.vocabulary, settings, options);
    const all = bitCount(plan.required);
    const minimum = relaxed && all > 1 ? Math.max(1, Math.floor(all * leastShare)) : all;
    return { plan, minimum, outcome: evaluate(question, plan, minimum, holdings, signal) };
  };
  let { plan, outcome } = run(false, false, false);
  const exact = outcome.matching;
  if (plan.required !== 0 && outcome.matching < little && mayName)
    ({ plan, outcome } = run(true, false, false));
  if (plan.required !== 0 && outcome.matching < little && settings.typos)
    ({ plan, outcome } = run(mayName, true, false));
  if (bitCount(plan.required) > 1 && outcome.matching < little && settings.relaxing) {
    ({ plan, outcome } = run(mayName, settings.typos, true));
  }
  const present = presenter(holdings, plan, question.language);
  const hits = outcome.hits.slice(question.start);
  const answer: SearchAnswer = {
    total: outcome.total,
    documents: hits.flatMap(({ part, document, score }) => {
      const stored = holdings.database.byKey(part.segment.keys[document]!);
      return stored ? present(stored, score, question.documentFacets, question.summaryLength) : [];
    }),
    facets: outcome.counts.map((count) => facetAnswer(count, holdings, question.language)),
    understood: plan.understood,
  };
  const suggestion =
    settings.typos && plan.required !== 0 && exact < little
      ? suggestedInput(question.input, plan, holdings.index, settings.stemming)
      : undefined;
  if (suggestion !== undefined) answer.suggestion = suggestion;
  return answer;
}

function evaluate(
  question: SearchQuestion,
  plan: Plan,
  minimum: number,
  holdings: Holdings,
  signal: AbortSignal | undefined,
): Outcome {
  const { generation, attributes } = holdings.index;
  const { thesaurus } = generation.thesaurus;
  const facet = (field: string) => facetOrThrow(field, { attributes, thesaurus });
  const selected = selectionsOf(question.selected, thesaurus, facet);
  const excluded = selectionsOf(question.excluded, thesaurus, facet);
  const counts = question.facets.map((each) => beginCount(each, facet(each.field), selected, holdings));
  const findings = find(plan, generation, signal);
  const titleOf = titleReader(holdings);
  const outcome: Outcome = { matching: 0, total: 0, hits: [], counts };
  const wanted = question.start + question.count;
  const passed: Passing[] = [];
  const perPart: Hit[][] = generation.parts.map((part, i) => {
    signal?.throwIfAborted();
    return weigh(plan, findings, generation, i, minimum, (documents) => {
      outcome.matching += documents.length;
      const found = passing(part, documents, selected, excluded, question.dateRange);
      outcome.total += found.all.length;
      passed.push(found);
      return topOfPart(part, found.all, wanted, question.sort, titleOf);
    });
  });
  countFacets(generation, passed, counts, signal);
  if (question.start < outcome.total) outcome.hits = topOfAll(perPart, wanted, question.sort, titleOf);
  return outcome;
}

function beginCount(
  question: FacetQuestion,
  source: FacetSource,
  selected: Selection[],
  holdings: Holdings,
): Count {
  const { generation, attributes } = holdings.index;
  const own = selected.findIndex((selection) => selection.source.facet.field === source.facet.field);
  let [size, ranges] = [0, [] as LabelledRange[]];
  if (source.kind === 'concept') size = generation.thesaurus.thesaurus.size;
  else if (source.kind === 'literal') size = attributes.literals[source.attribute.number]!.values.size;
  else {
    ranges = rangesOf(source.attribute, generation.parts);
    size = ranges.length;
  }
  return { question, source, own, counts: new Uint32Array(size), ranges };
}

function rangesOf(
  { number, kind }: { number: number; kind: 'number' | 'date' },
  parts: readonly Part[],
): LabelledRange[] {
  const extents = parts.flatMap((part) => {
    const column = part.segment.numbers.find((each) => each.attribute === number);
    const extent = column && extentOf(part, column);
    return extent ? [extent] : [];
  });
  if (extents.length === 0) return [];
  const smallest = extents.reduce((least, [value]) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const largest = extents.reduce((most, [, value]) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return rangesOver(smallest, largest, kind);
}

function countFacets(
  generation: Generation,
  passed: Passing[],
  counts: Count[],
  signal: AbortSignal | undefined,
): void {
  const narrowed = generation.parts.map((part, i) => foundIn(part, [passed[i]!.all]));
  // Concept facets without a selection of their own count the same documents: once is enough.
  let shared: ConceptCounts | undefined;
  for (const count of counts) {
    signal?.throwIfAborted();
    const { question, source, own } = count;
    const found =
      own < 0
        ? narrowed
        : generation.parts.map((part, i) => foundIn(part, [passed[i]!.all, passed[i]!.but[own]!]));
    if (source.kind === 'concept') {
      const documents = passed.reduce((sum, { all, but }) => sum + all.length + (but[own]?.length ?? 0), 0);
      const concepts: ConceptCounts = (own < 0 && shared) || new ConceptCounts(generation, found, documents);
      if (own < 0) shared = concepts;
      if (isTop(question)) concepts.completeTop(source.tree.within, question.limit);
      else concepts.complete();
      count.counts = concepts.values;
    } else {
      generation.parts.forEach((part, i) => {
        countValues(part, found[i]!, count, source);
      });
    }
  }
}

/** Only the most frequent values are asked for. */
function isTop({ mode, sorting, order, includeEmpty }: FacetQuestion): boolean {
  return mode === 'flat' && sorting === 'count' && order === 'desc' && !includeEmpty;
}

function countValues(
  { segment }: Part,
  found: Found,
  { counts, ranges }: Count,
  { kind, attribute }: Exclude<FacetSource, { kind: 'concept' }>,
): void {
  if (kind === 'literal') {
    const column = segment.literals.find((each) => each.attribute === attribute.number);
    if (column) countLiterals(segment.size, column, found, counts);
  } else {
    const column = segment.numbers.find((each) => each.attribute === attribute.number);
    if (column) countRanges(column, found, ranges, counts);
  }
}

function facetAnswer(count: Count, { index }: Holdings, language: string | undefined): FacetAnswer {
  const { question, source, counts, ranges } = count;
  const { field } = question;
  if (source.kind === 'concept') {
    const { thesaurus } = index.generation.thesaurus;
    return { field, values: conceptValues(question, source.tree, counts, thesaurus, language) };
  }
  if (source.kind === 'number') return { field, values: rangeValues(question, ranges, counts) };
  return { field, values: literalValues(question, counts, (value) => source.attribute.values.at(value)) };
}

/** Reads titles only where their first letters are the same. */
function titleReader({ database }: Holdings): TitleOf {
  const known = new Map<number, string>();
  return (part, document) => {
    const key = part.segment.keys[document]!;
    let title = known.get(key);
    if (title === undefined) {
      title = fold(database.byKey(key)?.content.title ?? '');
      known.set(key, title);
    }
    return title;
  };
}
