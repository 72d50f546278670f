/** BM25 scorer: sums the scores of a segment's documents and the requirements that they meet. */

import type { Alternative, QueryPlan } from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/util';
import type { IndexReader, SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';
import type { Evaluation } from './evaluate.ts';
import { type MatchBuffer, makeRoom, nothing, room } from './match-buffer.ts';
import { matchesAmong, matchesIn } from './matcher.ts';

// Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009). A word of the title counts
// twice, so that frequencies are higher than they are in one field.
export const k1 = 2;
export const b = 0.7;

// Scratch of one part. Everything is zero between parts.
const weighed = new Float32Array(MAX_SEGMENT_DOCS);
/** By document. What is exported is looked up each time that it is used: loops have it under a name of their own. */
export const scores = weighed;
const met = new Uint32Array(MAX_SEGMENT_DOCS);
/** One more than can be. */
const touched = new Uint16Array(MAX_SEGMENT_DOCS + 1);

const notWanted = 0x8000_0000;

/**
 * Hands on the documents of a part that meet at least `minimum` of the requirements, in no order; `scores` holds
 * their relevance meanwhile. All live documents where nothing is required.
 */
export function weigh<Result>(
  plan: QueryPlan,
  findings: Evaluation,
  reader: IndexReader,
  partIndex: number,
  minimum: number,
  use: (documents: Uint16Array) => Result,
): Result {
  const part = reader.segments[partIndex]!;
  const add = (way: number, matches: MatchBuffer) =>
    addScores(plan.alternatives[way]!, matches, findings.weights[way]!, part, reader.averageLength);
  if (plan.alternatives.length === 1 && allMeet(plan)) {
    // Nothing to bring together: what was found is what is handed on.
    const matches = findings.matches[0]![partIndex]!.found!;
    add(0, matches);
    try {
      return use(matches.documents);
    } finally {
      clear(weighed, matches.documents, part.segment.size);
    }
  }
  const { count, found } = meetAll(plan, findings, part, partIndex);
  const all = touched.subarray(0, count);
  try {
    const documents = allMeet(plan) ? all : wanted(all, plan.requiredMask, minimum, findings.telling);
    // Where all requirements are to be met, most of what meets the first one meets no other: that is not weighed.
    const isNarrowed = findings.narrowing < findings.order.length;
    found.forEach((matches, i) => {
      add(findings.order[i]!, isNarrowed ? amongMet(matches) : matches);
    });
    if (minimum < bitCount(plan.requiredMask)) liftWhole(documents, plan.requiredMask);
    return use(documents);
  } finally {
    clear(met, all, part.segment.size);
    clear(weighed, all, part.segment.size);
  }
}

/** Sets in `met` what each document meets; returns how many are touched then, and what was found for the ways in their order. */
function meetAll(plan: QueryPlan, findings: Evaluation, part: SegmentReader, partIndex: number) {
  let count = 0;
  for (const { documents } of findings.excluded[partIndex]!) {
    for (const document of documents) {
      if (met[document] === 0) touched[count++] = document;
      met[document] = notWanted;
    }
  }
  if (plan.requiredMask === 0) count = touchAll(part, count);
  const found = findings.order.map((way, i) => {
    const { matcher, clauseMask: bits } = plan.alternatives[way]!;
    const known = findings.matches[way]![partIndex]!.found;
    if (i < findings.narrowing) {
      const matches = known ?? matchesIn(part, matcher);
      count = meet(matches, bits, count);
      return matches;
    }
    if (count === 0) return nothing;
    const matches = known ? amongMet(known) : matchesAmong(part, matcher, met);
    meet(matches, bits, count);
    return matches;
  });
  return { count, found };
}

/** Added for meeting every requirement where some would do: more than any relevance, so that these documents come first. */
export const EXACT_TITLE_WEIGHT = 1000;

function liftWhole(documents: Uint16Array, required: number): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if ((met[document]! & required) === required) weighed[document]! += EXACT_TITLE_WEIGHT;
  }
}

/** With one requirement alone whatever was touched meets it: nothing needs to be looked at again. */
function allMeet({ alternatives: ways, requiredMask: required, excluded }: QueryPlan): boolean {
  return (
    required !== 0 &&
    excluded.length === 0 &&
    ways.every(({ clauseMask: bits }) => (bits & required) === required)
  );
}

/** Where many were touched, clearing everything is quicker. */
function clear(scratch: Float32Array | Uint32Array, documents: Uint16Array, size: number): void {
  if (documents.length * 8 > size) scratch.fill(0, 0, size);
  else for (let i = 0; i < documents.length; i++) scratch[documents[i]!] = 0;
}

function touchAll({ segment, deleted }: SegmentReader, count: number): number {
  for (let document = 0; document < segment.size; document++) {
    if (met[document] === 0 && deleted?.[document] !== 1) touched[count++] = document;
  }
  return count;
}

/** The matches in documents that have met something. */
function amongMet({ documents, weights }: MatchBuffer): MatchBuffer {
  makeRoom(documents.length);
  const { documents: into, weights: weightsInto, used } = room;
  let at = used;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    into[at] = document;
    weightsInto[at] = weights[i]!;
    at += met[document] === 0 ? 0 : 1;
  }
  room.used = at;
  return { documents: into.subarray(used, at), weights: weightsInto.subarray(used, at) };
}

/** Returns how many documents are touched then. */
function meet({ documents }: MatchBuffer, bits: number, count: number): number {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (met[document] === 0) touched[count++] = document;
    met[document]! |= bits;
  }
  return count;
}

function addScores(
  { matcher }: Alternative,
  matches: MatchBuffer,
  weight: number,
  part: SegmentReader,
  averageLength: number,
): void {
  if (matcher.kind === 'concept') addNearness(matches, weight);
  else addFrequencies(matches, weight, part, averageLength);
}

function addFrequencies(
  { documents, weights }: MatchBuffer,
  weight: number,
  { segment: { lengths } }: SegmentReader,
  averageLength: number,
): void {
  const top = weight * (k1 + 1);
  const fixed = k1 * (1 - b);
  const byLength = (k1 * b) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const frequency = weights[i]!;
    weighed[document]! += (top * frequency) / (frequency + fixed + byLength * lengths[document]!);
  }
}

function addNearness({ documents, weights }: MatchBuffer, weight: number): void {
  for (let i = 0; i < documents.length; i++) weighed[documents[i]!]! += weight * weights[i]!;
}

const wantedDocuments = new Uint16Array(MAX_SEGMENT_DOCS);

/** Those that meet enough, and something that tells; what the others met is forgotten. */
function wanted(documents: Uint16Array, required: number, minimum: number, telling: number): Uint16Array {
  const all = minimum >= bitCount(required);
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const here = met[document]!;
    const isEnough = all
      ? (here & required) === required
      : (here & telling) !== 0 && bitCount(here & required) >= minimum;
    if (here < notWanted && isEnough) wantedDocuments[count++] = document;
    else met[document] = 0;
  }
  return wantedDocuments.subarray(0, count);
}
