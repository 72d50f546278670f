/** Matcher of one segment: finds the documents with a term, a phrase or a concept. */
import type { Matcher, TermSet } from '@semantic-search/query';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';
import { gathering, type MatchBuffer, take } from './match-buffer.ts';
import { eachPhrase } from './phrase-matcher.ts';
import { placesIn } from './term-directory.ts';
import { titleFactor, wordMatches, wordMatchesAmong } from './term-matcher.ts';

export function matchesIn(part: SegmentReader, matcher: Matcher): MatchBuffer {
  if (matcher.kind === 'word') return wordMatches(part, matcher.terms);
  if (matcher.kind === 'phrase') return phraseMatches(part, matcher.words);
  return conceptMatches(part, matcher.nearness);
}

/** The same of documents alone for which `wanted` has something; others may be among them. */
export function matchesAmong(part: SegmentReader, matcher: Matcher, wanted: Uint32Array): MatchBuffer {
  return matcher.kind === 'word' ? wordMatchesAmong(part, matcher.terms, wanted) : matchesIn(part, matcher);
}

// All zero between calls.
const nearest = new Float32Array(MAX_SEGMENT_DOCS);

function conceptMatches(part: SegmentReader, nearness: Float32Array): MatchBuffer {
  const { concepts, starts, documents } = part.concepts;
  const { touched } = gathering;
  let count = 0;
  for (let i = 0; i < concepts.length; i++) {
    const near = nearness[concepts[i]!]!;
    if (near === 0) continue;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const document = documents[j]!;
      if (nearest[document] === 0) touched[count++] = document;
      if (nearest[document]! < near) nearest[document] = near;
    }
  }
  return take(part, nearest, count);
}

function phraseMatches(part: SegmentReader, words: TermSet[]): MatchBuffer {
  const { occurrences, touched } = gathering;
  let count = 0;
  for (const [postings, factor] of [
    [part.segment.title, titleFactor],
    [part.segment.body, 1],
  ] as const) {
    eachPhrase(
      postings,
      words.map((group) => placesIn(postings.terms, group)),
      (document, times) => {
        if (occurrences[document] === 0) touched[count++] = document;
        occurrences[document]! += times * factor;
      },
    );
  }
  return take(part, gathering.occurrences, count);
}
