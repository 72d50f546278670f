/** Labels that contain an excluded clause: `cat -domestic` does not mean the concept "domestic cat". */
import type { Analyzer } from '../analysis/analyzers.ts';
import { analyzerFor } from '../analysis/analyzers.ts';
import { type Token, tokenize } from '../analysis/tokenizer.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import type { QueryMatch } from './label-matches.ts';

/** True if `text` contains an excluded clause and all of the words `also`, as stems in one of the languages. */
export type ExcludedLabelTest = (text: string, languages: readonly Analyzer[], also?: Token[]) => boolean;

export function excludedLabelTest(clauses: readonly Clause[]): ExcludedLabelTest {
  const excluded = uniqueClauses(clauses.filter((clause) => clause.excluded)).map(({ clause }) => clause);
  return (text, languages, also = []) =>
    excluded.length > 0 &&
    languages.some(({ stem }) => {
      const stems = new Set(tokenize(text).map((word) => stem(word.text)));
      const contains = (words: readonly Token[]) => words.every((word) => stems.has(stem(word.text)));
      return contains(also) && excluded.some(({ words }) => contains(words));
    });
}

/** The matches without senses that have a label with both the matched words and an excluded clause. */
export function withoutExcludedSenses(
  matches: readonly QueryMatch[],
  input: string,
  thesaurus: Thesaurus,
  isExcluded: ExcludedLabelTest,
): QueryMatch[] {
  return matches.flatMap((match) => {
    const typed = tokenize(input.slice(match.begin, match.end));
    const senses = match.senses.filter(
      ({ concept }) =>
        !thesaurus
          .labels(concept)
          .some(
            ({ text, language, kind }) => kind !== HIDDEN && isExcluded(text, [analyzerFor(language)], typed),
          ),
    );
    return senses.length > 0 ? [{ ...match, senses }] : [];
  });
}
