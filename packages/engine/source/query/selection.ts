/** Which documents of a part pass the selections of a question, and which fail only one of them. */
import type { Part } from '../index/generation.ts';
import { largestSegment } from '../index/segment.ts';
import type { FacetSelection, FacetValue, SearchQuestion } from '../questions.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import type { FacetSource } from './facets.ts';

/** A selection with its values looked up: concepts with all narrower ones, numbers of literals, ranges. */
export interface Selection {
  source: FacetSource;
  /** 1 for each concept meant, by concept. */
  concepts: Uint8Array;
  literals: Set<number>;
  ranges: { from: number; to: number; toExclusive: boolean }[];
}

/** Selections of one facet are joined: its values are alternatives. */
export function selectionsOf(
  selected: FacetSelection[],
  thesaurus: Thesaurus,
  find: (field: string) => FacetSource,
): Selection[] {
  const byField = new Map<string, Selection>();
  for (const { field, values } of selected) {
    if (values.length === 0) continue;
    const source = find(field);
    const known = byField.get(source.facet.field);
    const selection = known ?? {
      source,
      concepts: new Uint8Array(thesaurus.size),
      literals: new Set(),
      ranges: [],
    };
    byField.set(source.facet.field, selection);
    for (const value of values) addValue(selection, value, thesaurus);
  }
  return [...byField.values()];
}

function addValue(selection: Selection, value: FacetValue, thesaurus: Thesaurus): void {
  const { source } = selection;
  if ('concept' in value) {
    const concept = thesaurus.resolve(value.concept);
    if (concept === undefined) return;
    selection.concepts[concept] = 1;
    for (const narrower of thesaurus.descendants(concept)) selection.concepts[narrower] = 1;
  } else if ('literal' in value) {
    const number = source.kind === 'literal' ? source.attribute.values.find(value.literal) : -1;
    if (number >= 0) selection.literals.add(number);
  } else {
    const { from, to, toExclusive = false } = value;
    selection.ranges.push({
      from: from ?? Number.NEGATIVE_INFINITY,
      to: to ?? Number.POSITIVE_INFINITY,
      toExclusive,
    });
  }
}

export interface Passing {
  /** Documents that pass everything. */
  all: Uint16Array;
  /** By selection: documents that fail this one and no other. */
  but: Uint16Array[];
}

// Scratch, used up before the next part is looked at.
const passes = new Uint8Array(largestSegment);
const failed = new Uint32Array(largestSegment);

const failsAnyway = 0x8000_0000;

/** `excluded` selections and the date range belong to no facet: failing them is final. */
export function passing(
  part: Part,
  documents: Uint16Array,
  selected: Selection[],
  excluded: Selection[],
  dateRange: SearchQuestion['dateRange'],
): Passing {
  if (selected.length === 0 && excluded.length === 0 && !dateRange) return { all: documents, but: [] };
  failed.fill(0, 0, part.segment.size);
  selected.forEach((selection, i) => {
    markPassing(part, selection);
    const bit = i < 31 ? 1 << i : failsAnyway;
    for (let j = 0; j < documents.length; j++) if (passes[documents[j]!] === 0) failed[documents[j]!]! |= bit;
  });
  for (const selection of excluded) {
    markPassing(part, selection);
    for (const document of documents) if (passes[document] === 1) failed[document] = failsAnyway;
  }
  if (dateRange) failOutside(part, documents, dateRange);
  return {
    all: failing(documents, 0),
    but: selected.map((_, i) => failing(documents, i < 31 ? 1 << i : never)),
  };
}

/** No document fails in this way: what is noted of a document is not below 0. */
const never = -1;

function failing(documents: Uint16Array, failure: number): Uint16Array {
  const found = new Uint16Array(documents.length);
  let count = 0;
  for (let i = 0; i < documents.length; i++)
    if (failed[documents[i]!] === failure) found[count++] = documents[i]!;
  return found.subarray(0, count);
}

function failOutside(
  part: Part,
  documents: Uint16Array,
  range: NonNullable<SearchQuestion['dateRange']>,
): void {
  const [from, to] = [range.from ?? Number.NEGATIVE_INFINITY, range.to ?? Number.POSITIVE_INFINITY];
  for (const document of documents) {
    const date = part.segment.dates[document]!;
    // A document without a date lies in no range.
    if (!(date >= from && date <= to)) failed[document] = failsAnyway;
  }
}

function markPassing(part: Part, selection: Selection): void {
  passes.fill(0, 0, part.segment.size);
  const { source } = selection;
  if (source.kind === 'concept') markConcepts(part, selection.concepts);
  else if (source.kind === 'literal') markLiterals(part, source.attribute.number, selection.literals);
  else markNumbers(part, source.attribute.number, selection.ranges);
}

function markConcepts(part: Part, wanted: Uint8Array): void {
  const { concepts, starts, documents } = part.concepts;
  for (let i = 0; i < concepts.length; i++) {
    if (wanted[concepts[i]!] === 0) continue;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) passes[documents[j]!] = 1;
  }
}

function markLiterals({ segment }: Part, attribute: number, wanted: Set<number>): void {
  const column = segment.literals.find((each) => each.attribute === attribute);
  if (!column) return;
  const { starts, values } = column;
  if (starts === null) {
    for (const value of wanted) {
      for (let i = 0; i < segment.size; i++) if (values[i] === value + 1) passes[i] = 1;
    }
    return;
  }
  for (let i = 0; i < segment.size; i++) {
    for (let j = starts[i]!; j < starts[i + 1]!; j++) if (wanted.has(values[j]!)) passes[i] = 1;
  }
}

function markNumbers({ segment }: Part, attribute: number, ranges: Selection['ranges']): void {
  const column = segment.numbers.find((each) => each.attribute === attribute);
  if (!column) return;
  const { starts, values } = column;
  for (let i = 0; i < segment.size; i++) {
    const [begin, end] = starts === null ? [i, i + 1] : [starts[i]!, starts[i + 1]!];
    for (let j = begin; j < end; j++) {
      const value = values[j]!;
      if (
        ranges.some(({ from, to, toExclusive }) => value >= from && (toExclusive ? value < to : value <= to))
      )
        passes[i] = 1;
    }
  }
}
