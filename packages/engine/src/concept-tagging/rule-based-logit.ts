/** Log odds that a text is about a concept that it mentions, by a fixed formula. */
import { PREFERRED, type Thesaurus } from '@semantic-search/query/thesaurus';
import { type Mention, relatedMentions, type TextMentions } from './mentions.ts';

/**
 * The weights are fitted to library records in two languages, alone and joined to texts of 10 and of 40 records. No feature
 * belongs to a single concept (`docs/concept-tagging.md`). The logarithms of frequencies let the same weights serve abstracts
 * and long texts.
 */
export function ruleBasedLogit(
  thesaurus: Thesaurus,
  { mentions, length }: TextMentions,
  { concept, count, outermost, frequency, inTitle, first, kind, words }: Mention,
  language: string | undefined,
): number {
  const related = relatedMentions(thesaurus, concept, mentions);
  const relatedFrequency = related.reduce((sum, mention) => sum + mention.frequency, 0);
  return (
    -5.8 +
    1.7 * Math.log1p(frequency) +
    0.75 * Math.log1p(relatedFrequency) -
    // A word that is usually part of longer labels is general.
    0.3 * Math.log1p(count - outermost) +
    0.2 * (inTitle > 0 ? 1 : 0) +
    0.7 * (1 - first / length) +
    0.7 * (kind === PREFERRED ? 1 : 0) +
    1.1 * Math.log(words) +
    // Longer labels are more specific.
    0.55 * Math.log(thesaurus.label(concept, language).length)
  );
}
