/** Matches of a term set, a phrase or a concept in one segment. */

import type { Matcher } from '@semantic-search/query';
import type { SegmentReader } from '../index/reader.ts';
import { conceptMatches } from './concept-scorer.ts';
import type { Matches } from './match-arena.ts';
import { phraseMatches } from './phrase-scorer.ts';
import type { SearchScratch } from './search-scratch.ts';
import { termMatches, termMatchesAmong, titleMatches } from './term-scorer.ts';

export function matchesOf(reader: SegmentReader, matcher: Matcher, scratch: SearchScratch): Matches {
  if (matcher.kind === 'word') return termMatches(reader, matcher.terms, scratch);
  if (matcher.kind === 'phrase') return phraseMatches(reader, matcher.words, scratch);
  if (matcher.kind === 'title') return titleMatches(reader, matcher.terms, scratch);
  return conceptMatches(reader, matcher.nearness, scratch);
}

/** Like `matchesOf`, for the documents that meet a clause already; may include others. */
export function matchesAmongCandidates(
  reader: SegmentReader,
  matcher: Matcher,
  scratch: SearchScratch,
): Matches {
  return matcher.kind === 'word'
    ? termMatchesAmong(reader, matcher.terms, scratch.requirementsMet, scratch)
    : matchesOf(reader, matcher, scratch);
}
