/** Adds up, for the documents of one part, which requirements they meet and how well (BM25). */
import { bitCount } from '../index/bit-count.ts';
import type { Generation, Part } from '../index/generation.ts';
import { largestSegment } from '../index/segment.ts';
import { type Matches, matchesIn } from './matcher.ts';
import type { Plan, Way } from './plan.ts';

// Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
export const k1 = 1.6;
export const b = 0.75;

/** What was found for each way of a plan, in each part. */
export interface Findings {
  /** By way, then by part. */
  matches: Matches[][];
  /** Weight of a way: its boost by how rare its matches are. */
  weights: number[];
  /** The ways as they are weighed: first all that meet the requirement which the fewest matches meet. */
  order: number[];
  /** How many those are. A document that has none of their matches cannot meet every requirement. */
  narrowing: number;
  /** By part: documents that are not wanted. */
  excluded: Matches[][];
}

export function find(plan: Plan, generation: Generation, signal?: AbortSignal): Findings {
  const matches = plan.ways.map(({ matcher }) => {
    return generation.parts.map((part) => {
      signal?.throwIfAborted();
      return matchesIn(part, matcher);
    });
  });
  const frequencies = matches.map((found) => found.reduce((sum, { documents }) => sum + documents.length, 0));
  const weights = frequencies.map((frequency, way) => {
    const rarity = Math.log(1 + (generation.documents - frequency + 0.5) / (frequency + 0.5));
    return plan.ways[way]!.boost * rarity;
  });
  const excluded = generation.parts.map((part) => plan.excluded.map((matcher) => matchesIn(part, matcher)));
  return { matches, weights, ...rarestFirst(plan, frequencies), excluded };
}

/** The same for all parts, so that what is added up for a document does not depend on how the index is divided. */
function rarestFirst({ ways, required }: Plan, frequencies: number[]) {
  const bits = Array.from({ length: 32 }, (_, i) => 1 << i).filter((bit) => (required & bit) !== 0);
  const matching = (bit: number) =>
    frequencies.reduce((sum, frequency, way) => sum + (ways[way]!.bits & bit ? frequency : 0), 0);
  const rarest = bits.sort((a, b) => matching(a) - matching(b))[0] ?? 0;
  const isFirst = (way: number) => (ways[way]!.bits & rarest) !== 0;
  const all = [...ways.keys()];
  const first = all.filter(isFirst);
  return { order: [...first, ...all.filter((way) => !isFirst(way))], narrowing: first.length };
}

/** Scratch of one part. Everything is zero between parts. */
export const scores = new Float32Array(largestSegment);
const met = new Uint32Array(largestSegment);
const touched = new Uint16Array(largestSegment);

const notWanted = 0x8000_0000;

/**
 * Hands on the documents of a part that meet at least `minimum` of the requirements, in no order; `scores` holds
 * their relevance meanwhile. All live documents where nothing is required.
 */
export function weigh<Result>(
  plan: Plan,
  findings: Findings,
  generation: Generation,
  partIndex: number,
  minimum: number,
  use: (documents: Uint16Array) => Result,
): Result {
  const part = generation.parts[partIndex]!;
  const { averageLength } = generation;
  if (plan.ways.length === 1 && allMeet(plan)) {
    // Nothing to bring together: what was found is what is handed on.
    const matches = findings.matches[0]![partIndex]!;
    addScores(plan.ways[0]!, matches, findings.weights[0]!, part, averageLength);
    try {
      return use(matches.documents);
    } finally {
      clear(scores, matches.documents, part.segment.size);
    }
  }
  let count = 0;
  for (const { documents } of findings.excluded[partIndex]!) {
    for (const document of documents) {
      if (met[document] === 0) touched[count++] = document;
      met[document] = notWanted;
    }
  }
  if (plan.required === 0) count = touchAll(part, count);
  const complete = minimum >= bitCount(plan.required);
  findings.order.forEach((way, i) => {
    const matches = findings.matches[way]![partIndex]!;
    const found = complete && i >= findings.narrowing ? amongMet(matches) : matches;
    count = meet(found, plan.ways[way]!.bits, count);
    addScores(plan.ways[way]!, found, findings.weights[way]!, part, averageLength);
  });
  const all = touched.subarray(0, count);
  try {
    if (allMeet(plan)) return use(all);
    return use(plan.required === 0 ? wanted(all) : meeting(all, plan.required, minimum));
  } finally {
    clear(met, all, part.segment.size);
    clear(scores, all, part.segment.size);
  }
}

/** With one requirement alone whatever was touched meets it: nothing needs to be looked at again. */
function allMeet({ ways, required, excluded }: Plan): boolean {
  return required !== 0 && excluded.length === 0 && ways.every(({ bits }) => (bits & required) === required);
}

/** Where many were touched, clearing everything is quicker. */
function clear(scratch: Float32Array | Uint32Array, documents: Uint16Array, size: number): void {
  if (documents.length * 8 > size) scratch.fill(0, 0, size);
  else for (let i = 0; i < documents.length; i++) scratch[documents[i]!] = 0;
}

function touchAll({ segment, deleted }: Part, count: number): number {
  for (let document = 0; document < segment.size; document++) {
    if (met[document] === 0 && deleted?.[document] !== 1) touched[count++] = document;
  }
  return count;
}

const narrowedDocuments = new Uint16Array(largestSegment);
const narrowedWeights = new Float32Array(largestSegment);

/** The matches in documents that have met something already; they lie in scratch memory. */
function amongMet({ documents, weights }: Matches): Matches {
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (met[document] === 0) continue;
    narrowedDocuments[count] = document;
    narrowedWeights[count++] = weights[i]!;
  }
  return { documents: narrowedDocuments.subarray(0, count), weights: narrowedWeights.subarray(0, count) };
}

/** Returns how many documents are touched then. */
function meet({ documents }: Matches, bits: number, count: number): number {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (met[document] === 0) touched[count++] = document;
    met[document]! |= bits;
  }
  return count;
}

function addScores(
  { matcher }: Way,
  matches: Matches,
  weight: number,
  part: Part,
  averageLength: number,
): void {
  if (matcher.kind === 'concept') addNearness(matches, weight);
  else addFrequencies(matches, weight, part, averageLength);
}

function addFrequencies(
  { documents, weights }: Matches,
  weight: number,
  { segment: { lengths } }: Part,
  averageLength: number,
): void {
  const top = weight * (k1 + 1);
  const fixed = k1 * (1 - b);
  const byLength = (k1 * b) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const frequency = weights[i]!;
    scores[document]! += (top * frequency) / (frequency + fixed + byLength * lengths[document]!);
  }
}

function addNearness({ documents, weights }: Matches, weight: number): void {
  for (let i = 0; i < documents.length; i++) scores[documents[i]!]! += weight * weights[i]!;
}

const wantedDocuments = new Uint16Array(largestSegment);

function wanted(documents: Uint16Array): Uint16Array {
  let count = 0;
  for (const document of documents) if (met[document]! < notWanted) wantedDocuments[count++] = document;
  return wantedDocuments.subarray(0, count);
}

function meeting(documents: Uint16Array, required: number, minimum: number): Uint16Array {
  const all = minimum >= bitCount(required);
  let count = 0;
  for (const document of documents) {
    const here = met[document]!;
    if (here >= notWanted) continue;
    if (all ? (here & required) === required : bitCount(here & required) >= minimum)
      wantedDocuments[count++] = document;
  }
  return wantedDocuments.subarray(0, count);
}
