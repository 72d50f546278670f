/** Words of labels that a word may have been meant to be: those near in spelling. */
import { wordNumber, wordText } from '../suggestions/label-vocabulary.ts';
import { wordsNear } from '../suggestions/near-words.ts';
import type { SuggestionIndex } from '../suggestions/suggestion-index.ts';
import { foldSpelling } from '../text/fold.ts';
import { editDistance, forgivenLetters } from '../text/typing-errors.ts';
import { words } from '../text/words.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import type { NearWord } from './likely-word.ts';

/** Words of labels with so few typing errors that one may have been meant by the other; none for a word that labels have. */
export function nearLabelWords(index: SuggestionIndex, thesaurus: Thesaurus, word: string): NearWord[] {
  const { vocabulary } = index;
  const typed = foldSpelling(word);
  const most = forgivenLetters(typed);
  if (most === 0 || wordNumber(vocabulary, typed) >= 0) return [];
  const bytes = Buffer.from(typed);
  return wordsNear(vocabulary, typed, most).flatMap(({ word: number }) => {
    const text = wordText(vocabulary, number);
    // What goes on from something near is suggested while it is typed, but not meant by a whole word.
    if (text.length > typed.length + most || editDistance(bytes, Buffer.from(text), most) > most) return [];
    return [{ text, spelling: spellingOf(index, thesaurus, number), documents: 0 }];
  });
}

function spellingOf({ keyStarts, keyLabels, keyWords }: SuggestionIndex, thesaurus: Thesaurus, word: number) {
  const key = keyStarts[word]!;
  return words(thesaurus.labelText(keyLabels[key]!))[keyWords[key]!]!.text.toLowerCase();
}
