/** Term scorer of one segment: finds the documents with one of several terms in the title or the body. */
import type { TermSet } from '@semantic-search/query';
import type { SharedUint8Array } from '@semantic-search/query/collections';
import type { SegmentReader } from '../index/reader.ts';
import type { Postings } from '../index/segment.ts';
import { type Matches, NO_MATCHES } from './match-arena.ts';
import type { SearchScratch } from './search-scratch.ts';

/** Match weights are term frequencies: the sum of those in the title and in the body, times the weights of the fields. */
export function termMatches(reader: SegmentReader, terms: TermSet, scratch: SearchScratch): Matches {
  const { title, body, size } = reader.segment;
  const [inTitle, inBody] = [reader.core.title.ordinals(terms), reader.core.body.ordinals(terms)];
  if (inTitle.length === 0 && inBody.length === 0) return NO_MATCHES;
  if (inTitle.length <= 1 && inBody.length <= 1) {
    const [titleTerm, bodyTerm] = [inTitle[0] ?? -1, inBody[0] ?? -1];
    const shorter = Math.min(postingCount(title, titleTerm), postingCount(body, bodyTerm));
    const isDense = shorter > size * MIN_DENSE_SHARE;
    return (isDense ? mergeDense : mergeSparse)(reader, titleTerm, bodyTerm, scratch);
  }
  const { weights } = scratch.ranking;
  const count = addFrequencies(title, inTitle, weights.title, 0, scratch);
  return scratch.matches.collect(
    reader,
    scratch.frequencies,
    scratch.touched,
    addFrequencies(body, inBody, weights.body, count, scratch),
  );
}

/** Documents with one of the terms in the title; all match weights are 1. */
export function titleMatches(reader: SegmentReader, terms: TermSet, scratch: SearchScratch): Matches {
  const { starts, documents } = reader.segment.title;
  const { nearness, touched, matches } = scratch;
  let count = 0;
  for (const ordinal of reader.core.title.ordinals(terms)) {
    const end = starts[ordinal + 1]!;
    for (let i = starts[ordinal]!; i < end; i++) {
      const document = documents[i]!;
      touched[count] = document;
      count += 1 - nearness[document]!;
      nearness[document] = 1;
    }
  }
  return matches.collect(reader, nearness, touched, count);
}

/** Number of postings of a term ordinal; 0 for -1. */
function postingCount({ starts }: Postings, term: number): number {
  return term < 0 ? 0 : starts[term + 1]! - starts[term]!;
}

/** If both lists have more of the documents, the branches of a merge are unpredictable; a pass over all is faster. */
const MIN_DENSE_SHARE = 1 / 16;

/** Documents with a term in the title, in the body, or in both; branch-free. */
function mergeDense(
  reader: SegmentReader,
  titleTerm: number,
  bodyTerm: number,
  { denseFrequencies, matches, ranking }: SearchScratch,
): Matches {
  const { title: titleWeight, body: bodyWeight } = ranking.weights;
  const { title, body, size } = reader.segment;
  for (let i = title.starts[titleTerm]!; i < title.starts[titleTerm + 1]!; i++)
    denseFrequencies[title.documents[i]!] = title.frequencies[i]! * titleWeight;
  for (let i = body.starts[bodyTerm]!; i < body.starts[bodyTerm + 1]!; i++)
    denseFrequencies[body.documents[i]!]! += body.frequencies[i]! * bodyWeight;
  matches.reserve(size);
  const { documents, weights, used } = matches;
  let at = used;
  for (let document = 0; document < size; document++) {
    const frequency = denseFrequencies[document]!;
    documents[at] = document;
    weights[at] = frequency;
    // 1 unless the frequency is 0.
    at += -frequency >>> 31;
  }
  denseFrequencies.fill(0, 0, size);
  return matches.take(reader, at - used);
}

/** Like `mergeDense`, by a merge of two ascending lists; a term of -1 has none. */
function mergeSparse(
  reader: SegmentReader,
  titleTerm: number,
  bodyTerm: number,
  { matches, ranking }: SearchScratch,
): Matches {
  const { title: titleWeight, body: bodyWeight } = ranking.weights;
  const { title, body } = reader.segment;
  const { documents: titleDocuments, frequencies: titleFrequencies } = title;
  const { documents: bodyDocuments, frequencies: bodyFrequencies } = body;
  let i = titleTerm < 0 ? 0 : title.starts[titleTerm]!;
  let j = bodyTerm < 0 ? 0 : body.starts[bodyTerm]!;
  const titleEnd = titleTerm < 0 ? 0 : title.starts[titleTerm + 1]!;
  const bodyEnd = bodyTerm < 0 ? 0 : body.starts[bodyTerm + 1]!;
  matches.reserve(titleEnd - i + bodyEnd - j);
  const { documents, weights, used } = matches;
  let at = used;
  for (; i < titleEnd; i++) {
    const document = titleDocuments[i]!;
    for (; j < bodyEnd && bodyDocuments[j]! < document; j++) {
      documents[at] = bodyDocuments[j]!;
      weights[at++] = bodyFrequencies[j]! * bodyWeight;
    }
    documents[at] = document;
    weights[at] = titleFrequencies[i]! * titleWeight;
    if (j < bodyEnd && bodyDocuments[j] === document) weights[at]! += bodyFrequencies[j++]! * bodyWeight;
    at++;
  }
  for (; j < bodyEnd; j++) {
    documents[at] = bodyDocuments[j]!;
    weights[at++] = bodyFrequencies[j]! * bodyWeight;
  }
  return matches.take(reader, at - used);
}

/** Adds the frequencies of several terms. Returns the new number of `touched` documents. */
function addFrequencies(
  { starts, documents, frequencies: termFrequencies }: Postings,
  terms: number[],
  factor: number,
  count: number,
  { frequencies, touched }: SearchScratch,
): number {
  let end = count;
  for (const term of terms) {
    const last = starts[term + 1]!;
    for (let i = starts[term]!; i < last; i++) {
      const document = documents[i]!;
      const before = frequencies[document]!;
      touched[end] = document;
      // 1 only if the previous frequency is 0.
      end += (before - 1) >>> 31;
      frequencies[document] = before + termFrequencies[i]! * factor;
    }
  }
  return end;
}

/** Document frequency: the number of documents that `termMatches` returns. */
export function segmentDocumentFrequency(
  reader: SegmentReader,
  terms: TermSet,
  scratch: SearchScratch,
): number {
  const { title, body, inBoth, size } = reader.segment;
  const [inTitle, inBody] = [reader.core.title.ordinals(terms), reader.core.body.ordinals(terms)];
  const postings = totalPostings(title, inTitle) + totalPostings(body, inBody);
  if (reader.deleted === null) {
    if (inTitle.length + inBody.length <= 1) return postings;
    // Different terms may share documents, which have to be counted once.
    const isSameTerm =
      inTitle.length === 1 && inBody.length === 1 && title.terms[inTitle[0]!] === body.terms[inBody[0]!];
    if (isSameTerm) return postings - inBoth[inTitle[0]!]!;
  }
  const { seen } = scratch;
  const tombstones = reader.deleted ?? scratch.noTombstones;
  const count = countUnseen(title, inTitle, tombstones, seen) + countUnseen(body, inBody, tombstones, seen);
  if (postings > size * MIN_DENSE_SHARE) seen.fill(0, 0, size);
  else {
    clearSeen(title, inTitle, seen);
    clearSeen(body, inBody, seen);
  }
  return count;
}

function totalPostings(postings: Postings, terms: number[]): number {
  let sum = 0;
  for (const term of terms) sum += postingCount(postings, term);
  return sum;
}

/** Marks the documents of the terms. Returns the number of live ones that were not marked before. */
function countUnseen(
  { starts, documents }: Postings,
  terms: number[],
  tombstones: SharedUint8Array,
  seen: Uint8Array,
): number {
  let count = 0;
  for (const term of terms) {
    const end = starts[term + 1]!;
    for (let i = starts[term]!; i < end; i++) {
      const document = documents[i]!;
      count += 1 - (seen[document]! | tombstones[document]!);
      seen[document] = 1;
    }
  }
  return count;
}

function clearSeen({ starts, documents }: Postings, terms: number[], seen: Uint8Array): void {
  for (const term of terms) for (let i = starts[term]!; i < starts[term + 1]!; i++) seen[documents[i]!] = 0;
}

/** Like `termMatches`, limited to documents with a non-zero element in `candidates`. */
export function termMatchesAmong(
  reader: SegmentReader,
  terms: TermSet,
  candidates: Uint32Array,
  scratch: SearchScratch,
): Matches {
  const { title, body } = reader.segment;
  const { core } = reader;
  const { weights } = scratch.ranking;
  const count = addFrequenciesAmong(title, core.title.ordinals(terms), weights.title, candidates, 0, scratch);
  return scratch.matches.collect(
    reader,
    scratch.frequencies,
    scratch.touched,
    addFrequenciesAmong(body, core.body.ordinals(terms), weights.body, candidates, count, scratch),
  );
}

/** Like `addFrequencies`, limited to candidates. */
function addFrequenciesAmong(
  { starts, documents, frequencies: termFrequencies }: Postings,
  terms: number[],
  factor: number,
  candidates: Uint32Array,
  count: number,
  { frequencies, touched, postings }: SearchScratch,
): number {
  let end = count;
  for (const term of terms) {
    const last = starts[term + 1]!;
    let found = 0;
    for (let i = starts[term]!; i < last; i++) {
      postings[found] = i;
      found += candidates[documents[i]!] === 0 ? 0 : 1;
    }
    for (let i = 0; i < found; i++) {
      const posting = postings[i]!;
      const document = documents[posting]!;
      if (frequencies[document] === 0) touched[end++] = document;
      frequencies[document]! += termFrequencies[posting]! * factor;
    }
  }
  return end;
}
