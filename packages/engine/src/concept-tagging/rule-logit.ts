/** Fixed formula for the probability that a text is about a concept that it mentions. */
import { PREFERRED, type Thesaurus } from '@semantic-search/query/thesaurus';
import { type Mention, relatedFrequency, type TextMentions } from './mentions.ts';

/**
 * Returns the log odds of the probability.
 *
 * The weights are fitted to 6,500 library records and to anthologies of 5 to 40 of them, in two languages, without features of
 * single concepts. The logarithms of frequencies let the same weights serve abstracts and long texts.
 */
export function ruleLogit(
  thesaurus: Thesaurus,
  { mentions, length }: TextMentions,
  { concept, outside, inHead, first, exact, kind, words, homonyms }: Mention,
  language: string | undefined,
): number {
  return (
    -6.5 +
    1.1 * Math.log1p(outside) +
    0.6 * Math.log1p(relatedFrequency(thesaurus, concept, mentions)) +
    0.5 * (inHead > 0 ? 1 : 0) +
    0.85 * (1 - first / length) +
    0.85 * (exact ? 1 : 0) +
    0.6 * (kind === PREFERRED ? 1 : 0) +
    Math.log(words) -
    1.1 * Math.log(homonyms) +
    // Longer labels are more specific.
    0.65 * Math.log(thesaurus.label(concept, language).length)
  );
}
