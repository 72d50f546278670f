/** Title scorer: adds a bonus for titles that contain most of the query and little else. */
import { productOf, requirementRarities, requirementsInTitle, titleBonus } from '@semantic-search/query';
import { bitCount, getOrInsert } from '@semantic-search/query/collections';
import type { Segment } from '../index/segment.ts';
import type { Evaluation, ScoringContext } from './matching/evaluate.ts';
import type { SearchScratch } from './matching/search-scratch.ts';

/**
 * Adds to the scores of the hits
 *
 *     TITLE_BONUS · R · min(1, (n / length) · Π (1 - s) ** 6)
 *
 * where `R` is the summed rarity of the `n` requirements, `length` the number of words of the title, and `s` the share of `R` of each
 * requirement that the title does not meet. So a long title with the query, and a short one with a part of it, gain little.
 */
export function addTitleScores(
  evaluation: Evaluation,
  segmentIndex: number,
  { scratch, ranking }: ScoringContext,
): void {
  const { plan, indexReader, alternatives } = evaluation;
  const rarities = requirementRarities(plan, indexReader.documents, (_, i) => alternatives[i]!.frequency);
  const { bonus, factors } = titleBonus(rarities);
  if (bonus === 0) return;
  const requirementCount = bitCount(plan.requiredMask);
  const lengths = titleLengths(indexReader.segments[segmentIndex]!.segment);
  const touchedCount = matchTitles(evaluation, segmentIndex, scratch);
  for (const document of scratch.touched.subarray(0, touchedCount)) {
    const missingMask = plan.requiredMask & ~scratch.metInTitles[document]!;
    const share = (requirementCount / lengths[document]!) * productOf(factors, missingMask);
    scratch.scores[document]! += bonus * ranking.titleFactor * Math.min(1, share);
    scratch.metInTitles[document] = 0;
  }
}

/** Sets `metInTitles` of the hits, whose `requirementsMet` is not 0. Returns the number of documents in `touched`. */
function matchTitles(
  { plan, alternatives }: Evaluation,
  segmentIndex: number,
  { requirementsMet, metInTitles, touched }: SearchScratch,
): number {
  let count = 0;
  for (const alternative of alternatives) {
    const mask = requirementsInTitle(alternative, plan.requiredMask);
    if (mask === 0) continue;
    for (const { ordinals, starts, documents } of alternative.matches[segmentIndex]!.inTitles) {
      for (const ordinal of ordinals) {
        for (let i = starts[ordinal]!; i < starts[ordinal + 1]!; i++) {
          const document = documents[i]!;
          if (requirementsMet[document] === 0) continue;
          if (metInTitles[document] === 0) touched[count++] = document;
          metInTitles[document]! |= mask;
        }
      }
    }
  }
  return count;
}

const lengthsBySegment = new WeakMap<Segment, Uint16Array>();

/** Number of words and subwords of each title; computed on first use, by one pass over the postings of titles. */
function titleLengths(segment: Segment): Uint16Array {
  return getOrInsert(lengthsBySegment, segment, () => {
    const lengths = new Uint16Array(segment.size);
    const { documents, frequencies } = segment.title;
    for (let i = 0; i < documents.length; i++) lengths[documents[i]!]! += frequencies[i]!;
    return lengths;
  });
}
