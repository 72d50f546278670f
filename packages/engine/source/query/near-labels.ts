/** The word of labels that a word was probably meant to be: the nearest in spelling that they have. */

import { wordNumber, wordText } from '../concepts/label-vocabulary.ts';
import { wordsNear } from '../concepts/near-words.ts';
import type { SuggestionIndex } from '../concepts/suggestion-index.ts';
import { foldSpelling } from '../text/fold.ts';
import { editDistance, forgivenLetters } from '../text/typing-errors.ts';
import { words } from '../text/words.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';

export interface NearLabelWord {
  /** As labels are compared: folded. */
  text: string;
  /** As a label has it, in lower case. */
  spelling: string;
  /** Letters added, left out, changed, or two swapped. */
  distance: number;
}

/**
 * Of the nearest words the one that most labels have, then the first by its letters. Undefined for a word that labels
 * have as it is, and where none is near enough.
 */
export function nearestLabelWord(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  word: string,
): NearLabelWord | undefined {
  const { vocabulary, keyStarts } = index;
  const typed = foldSpelling(word);
  const most = forgivenLetters(typed);
  if (most === 0 || wordNumber(vocabulary, typed) >= 0) return undefined;
  const bytes = Buffer.from(typed);
  let best: { number: number; text: string; distance: number; labels: number } | undefined;
  for (const { word: number } of wordsNear(vocabulary, typed, most)) {
    const text = wordText(vocabulary, number);
    // What goes on from something near is suggested while it is typed, but not meant by a whole word.
    if (text.length > typed.length + most) continue;
    const distance = editDistance(bytes, Buffer.from(text), most);
    if (distance > most) continue;
    const labels = keyStarts[number + 1]! - keyStarts[number]!;
    const isBetter =
      !best || distance < best.distance || (distance === best.distance && labels > best.labels);
    if (isBetter) best = { number, text, distance, labels };
  }
  if (!best) return undefined;
  return {
    text: best.text,
    spelling: spellingOf(index, thesaurus, best.number),
    distance: best.distance,
  };
}

function spellingOf({ keyStarts, keyLabels, keyWords }: SuggestionIndex, thesaurus: Thesaurus, word: number) {
  const key = keyStarts[word]!;
  return words(thesaurus.labelText(keyLabels[key]!))[keyWords[key]!]!.text.toLowerCase();
}
