/** Adds up, for the documents of one part, which requirements they meet and how well (BM25). */
import type { Generation, Part } from '../index/generation.ts';
import { largestSegment } from '../index/segment.ts';
import { type Matches, matchesIn } from './matcher.ts';
import type { Plan } from './plan.ts';

// Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
export const k1 = 1.6;
export const b = 0.75;

/** What was found for each way of a plan, in each part; made once, weighed as often as needed. */
export interface Findings {
  /** By way, then by part. */
  matches: Matches[][];
  /** Weight of a way: its boost by how rare its matches are. */
  weights: number[];
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
  const weights = matches.map((found, way) => {
    const frequency = found.reduce((sum, { documents }) => sum + documents.length, 0);
    const rarity = Math.log(1 + (generation.documents - frequency + 0.5) / (frequency + 0.5));
    return plan.ways[way]!.boost * rarity;
  });
  const excluded = generation.parts.map((part) => plan.excluded.map((matcher) => matchesIn(part, matcher)));
  return { matches, weights, excluded };
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
  let count = 0;
  for (const { documents } of findings.excluded[partIndex]!) {
    for (const document of documents) {
      if (met[document] === 0) touched[count++] = document;
      met[document] = notWanted;
    }
  }
  if (plan.required === 0) count = touchAll(part, count);
  for (let way = 0; way < plan.ways.length; way++) {
    const found = findings.matches[way]![partIndex]!;
    const { bits, matcher } = plan.ways[way]!;
    if (matcher.kind === 'concept') count = addNearness(found, findings.weights[way]!, bits, count);
    else count = addFrequencies(found, findings.weights[way]!, bits, count, part, generation.averageLength);
  }
  const all = touched.subarray(0, count);
  try {
    return use(plan.required === 0 ? wanted(all) : meeting(all, plan.required, minimum));
  } finally {
    for (let i = 0; i < count; i++) {
      met[all[i]!] = 0;
      scores[all[i]!] = 0;
    }
  }
}

function touchAll({ segment, deleted }: Part, count: number): number {
  for (let document = 0; document < segment.size; document++) {
    if (met[document] === 0 && deleted?.[document] !== 1) touched[count++] = document;
  }
  return count;
}

function addFrequencies(
  { documents, weights, factor }: Matches,
  weight: number,
  bits: number,
  count: number,
  { segment }: Part,
  averageLength: number,
): number {
  const { lengths } = segment;
  const top = weight * (k1 + 1);
  const fixed = k1 * (1 - b);
  const byLength = (k1 * b) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const frequency = weights[i]! * factor;
    if (met[document] === 0) touched[count++] = document;
    met[document]! |= bits;
    scores[document]! += (top * frequency) / (frequency + fixed + byLength * lengths[document]!);
  }
  return count;
}

function addNearness({ documents, weights }: Matches, weight: number, bits: number, count: number): number {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (met[document] === 0) touched[count++] = document;
    met[document]! |= bits;
    scores[document]! += weight * weights[i]!;
  }
  return count;
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

export function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x5555_5555);
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
  return (((rest + (rest >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}
