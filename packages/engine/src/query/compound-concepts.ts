/** Labels that are one word where two or three are typed: `wood pecker`, `Blau Wal`. Texts and labels mostly have the one. */
import type { LabelMatch } from '../thesaurus/concept-matcher.ts';
import type { RecognisingThesaurus } from '../thesaurus/serialization.ts';
import { recognitionOf } from './matcher-options.ts';
import type { Clause } from './parser.ts';
import type { InputLanguage } from './query-language.ts';
import { covers, type InputMatch, lies } from './query-match.ts';
import { joinedWords } from './spelling-variants.ts';

/** At the places of the words in the input; none where these are a label together as they are. */
export function joinedLabels(
  clauses: Clause[],
  typed: readonly LabelMatch[],
  { recogniser }: RecognisingThesaurus,
  language: InputLanguage,
): InputMatch[] {
  return joinedWords(clauses, () => true).flatMap(({ clauses: joined, word }) => {
    if (typed.some((match) => joined.every((clause) => covers(match, clause)))) return [];
    const [begin, end] = [joined[0]!.words[0]!.begin, joined.at(-1)!.words.at(-1)!.end];
    return recogniser
      .recognise(word, recognitionOf(language, false))
      .filter((match) => match.end - match.begin === word.length)
      .map((match) => ({ ...match, begin, end }));
  });
}

/** Both together. What the words of such a label name one by one was hardly meant: the horse of `sea horse`. */
export function withJoined(matches: readonly InputMatch[], asOne: readonly InputMatch[]): InputMatch[] {
  const isInside = (match: InputMatch) => asOne.some((each) => lies(match, each));
  return [...matches.map((match) => (isInside(match) ? { ...match, isPartial: true } : match)), ...asOne];
}
