/**
 * Words that say little beside the adjective of a place: who asks for African animals wants those of Africa, whether a text
 * says that they are animals or not.
 */
import type { Known } from './known.ts';
import { termsOf } from './named-concepts.ts';
import type { Clause } from './parse-input.ts';
import { covers, type InputMatch } from './read-input.ts';
import type { FormsIn } from './word-ways.ts';

/** What such a word is worth in the ranking; it need not be met. */
export const littleShare = 0.3;

/** Of the documents in the languages that a word is read in, those that have one which says little. */
const commonShare = 0.1;

/** Tells the words that name nothing and that many documents have; none where no place is named by its adjective. */
export function wordsBesidePlaces(
  matches: readonly InputMatch[],
  { vocabulary, documentsWith, languages }: Known,
  formsIn: FormsIn,
): (clause: Clause) => boolean {
  if (!matches.some(({ isPlace }) => isPlace)) return () => false;
  const shares = languages();
  const isNamed = (clause: Clause) => matches.some((match) => !match.isPartial && covers(match, clause));
  return (clause) => {
    if (clause.quoted || isNamed(clause)) return false;
    const word = clause.words[0]!.text;
    const read = formsIn(word);
    const documents = shares
      .filter(({ language }) => read.includes(language))
      .reduce((sum, share) => sum + share.documents, 0);
    return documents > 0 && documentsWith(termsOf(word, vocabulary, read)) > documents * commonShare;
  };
}
