/**
 * What is asked for to count the values of a facet, and whether what came is enough. A cluster looks at so many values
 * only, and those of several shards it adds up by guess: where the ones it gives might not be the right ones, all of them
 * are read page by page. Each value in an answer costs a node some microseconds, however few documents it has: asking for
 * all of them where few are shown costs more than finding and counting.
 */
import type { FacetQuestion, FacetSource, Thesaurus } from '@semantic-search/engine';

export interface ValueCount {
  key: string;
  doc_count: number;
}

export interface CountedValues {
  buckets: ValueCount[];
  sum_other_doc_count: number;
  doc_count_error_upper_bound: number;
}

/** How the values of a space are counted. */
export interface Counting {
  /** Of the index: the first values of a single shard are the first of all. */
  shards: number;
  /** Most values of one facet; counting more takes longer than anyone waits. */
  mostValues: number;
}

/** How the values of one facet are counted within one search. */
export interface Share extends Counting {
  /** Most that come along with the results. */
  beside: number;
}

/** For each of so many facets in one search. */
export function shareOf(facets: number, counting: Counting): Share {
  return { ...counting, beside: Math.floor(mostBeside / Math.max(1, facets)) };
}

export const usualMostValues = 500_000;

/** Values of all facets together that a search brings along with its results: a cluster gives 65,535 at most. */
const mostBeside = 60_000;
/** Of these, those of one facet of an attribute. */
const mostLiterals = 10_000;
/** More than what is shown, so that values of the same number of documents are told apart by their label. */
const reserve = 300;
/** More are not asked for by their names. */
const mostNamed = 1000;

type Tree = Extract<FacetSource, { kind: 'concept' }>['tree'];

export function literalAggregation(field: string, question: FacetQuestion, share: Share): object {
  const size = literalsAsked(question, share);
  return { terms: { field, size, shard_size: share.shards === 1 ? size : mostLiterals } };
}

function literalsAsked(question: FacetQuestion, { beside }: Share): number {
  return Math.min(beside, isByFrequency(question) ? firstOf(question) : mostLiterals, mostLiterals);
}

function isByFrequency({ sorting, order, includeEmpty }: FacetQuestion): boolean {
  return sorting === 'count' && order === 'desc' && !includeEmpty;
}

const firstOf = ({ limit }: FacetQuestion) => limit + reserve;

/** True where the literals that the question shows are surely among those counted, with all their documents. */
export function hasLiterals(counted: CountedValues, question: FacetQuestion, share: Share): boolean {
  if (counted.buckets.length < literalsAsked(question, share)) return true;
  return isByFrequency(question) && hasFirst(counted, question);
}

/** The last one shown has more documents than the first one that was left out. */
function hasFirst({ buckets, doc_count_error_upper_bound: doubt }: CountedValues, { limit }: FacetQuestion) {
  return doubt === 0 && buckets.length > limit && buckets[limit - 1]!.doc_count > buckets.at(-1)!.doc_count;
}

/** Documents by each concept, itself or something narrower. */
export function everyConcept({ size }: Thesaurus, { beside }: Share): object {
  return { terms: { field: 'about', size: Math.min(beside, Math.max(1, size)) } };
}

/** The same by those concepts that a question may show. */
export function conceptAggregation(
  question: FacetQuestion,
  tree: Tree,
  thesaurus: Thesaurus,
  share: Share,
): object {
  const few = fewConcepts(question, tree, thesaurus);
  if (few && few.length > 0)
    return { terms: { field: 'about', size: few.length, include: few.map(thesaurus.uri) } };
  const size = Math.min(share.beside, firstOf(question));
  // Several shards would have to give all of theirs to be sure.
  const isCut = share.shards === 1 && isFirstOfAll(question, tree) && size < thesaurus.size;
  return isCut ? { terms: { field: 'about', size, shard_size: size } } : everyConcept(thesaurus, share);
}

/** True where the concepts that the question shows are surely among those counted. */
export function hasConcepts(counted: CountedValues, question: FacetQuestion, tree: Tree): boolean {
  return counted.sum_other_doc_count === 0 || (isFirstOfAll(question, tree) && hasFirst(counted, question));
}

/** True where the most frequent of all concepts are shown. */
function isFirstOfAll(question: FacetQuestion, { within }: Tree): boolean {
  return question.mode === 'flat' && isByFrequency(question) && !within.includes(0);
}

/** All concepts that may be shown, whatever they count; undefined where there are many. */
function fewConcepts({ mode, depth }: FacetQuestion, tree: Tree, thesaurus: Thesaurus): number[] | undefined {
  const most = Math.min(mostNamed, thesaurus.size / 2);
  const isWithin = (concept: number) => tree.within[concept] === 1;
  const all = new Set<number>();
  let level = mode === 'flat' ? placesOfOnes(tree.within, most + 1) : [...tree.roots];
  const levels = mode === 'hierarchical' ? depth : 1;
  for (let at = 1; level.length > 0; at += 1) {
    for (const concept of level) all.add(concept);
    if (all.size > most) return undefined;
    if (at === levels) break;
    level = level
      .flatMap((concept) => [...thesaurus.narrower(concept)])
      .filter((concept) => isWithin(concept) && !all.has(concept));
  }
  return [...all];
}

/** The first `most` of them. */
function placesOfOnes(within: Tree['within'], most: number): number[] {
  const found: number[] = [];
  for (let at = within.indexOf(1); at >= 0 && found.length < most; at = within.indexOf(1, at + 1))
    found.push(at);
  return found;
}
