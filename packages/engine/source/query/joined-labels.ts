/** Labels that are one word where two or three are typed: `wood pecker`, `Blau Wal`. Texts and labels mostly have the one. */
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import type { InputLanguage } from './input-language.ts';
import { joinedWords } from './other-spellings.ts';
import type { Clause } from './parse-input.ts';
import { covers, type InputMatch } from './read-input.ts';

/** At the places of the words in the input; none where these name something together as they are. */
export function joinedLabels(
  clauses: Clause[],
  matches: readonly InputMatch[],
  { recogniser }: RecognisingThesaurus,
  { own, stops }: InputLanguage,
): InputMatch[] {
  const meant = own && { language: own, isForeign: () => false };
  return joinedWords(clauses, () => true).flatMap(({ clauses: joined, word }) => {
    if (matches.some((match) => joined.every((clause) => covers(match, clause)))) return [];
    const [begin, end] = [joined[0]!.words[0]!.begin, joined.at(-1)!.words.at(-1)!.end];
    return recogniser
      .recognise(word, { query: true, stopWordsOf: stops, meant })
      .filter((match) => match.end - match.begin === word.length)
      .map((match) => ({ ...match, begin, end }));
  });
}
