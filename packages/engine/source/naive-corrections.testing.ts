/** Which words of an input a search space without an index knows, and what those that it does not know are read as. */
import type { NaiveHoldings } from './naive-facets.testing.ts';
import { isInLabels } from './naive-reading.testing.ts';
import { occurrences, textsOf } from './naive-words.testing.ts';
import { nearer } from './query/did-you-mean.ts';
import { parseInput } from './query/parse-input.ts';
import type { SearchSettings } from './query/plan.ts';
import { takenApart } from './query/taken-apart.ts';
import { fold } from './text/fold.ts';
import type { Language } from './text/languages.ts';
import type { Word } from './text/words.ts';
import type { RecognisingThesaurus } from './thesaurus/stored.ts';

export interface NaiveSpace extends NaiveHoldings {
  /** The same thesaurus, for recognising its labels in an input. */
  known: RecognisingThesaurus;
  settings: SearchSettings;
}

/** Words that no document and no label has are taken apart into words that they have. */
export function apartIn(input: string, language: string | undefined, space: NaiveSpace) {
  const { met, known } = space;
  const words = {
    languages: met.languages,
    isKnown: (word: string) => isKnown(word, space),
    isWord: (word: string, language: Language) => met.isWord(word, language),
  };
  return takenApart(parseInput(input), known, words, language);
}

/** Some document has the word, or a form of it where forms are looked for. */
function isKnown(word: string, { documents, met, settings }: NaiveSpace): boolean {
  const forms = met.formsOf(word, settings.stemming ? met.languages : []);
  return documents.some((document) => occurrences(document, [forms], 1) > 0);
}

/** The same for labels: what they have is no typing error. */
export function isRight(word: string, space: NaiveSpace): boolean {
  return isKnown(word, space) || isInLabels(word, space, space.settings.stemming);
}

/** The nearest words that documents have, of these the one that most have; a nearer one of labels instead. */
export function correctionsOf(
  input: string,
  language: string | undefined,
  space: NaiveSpace,
): Map<string, string> {
  const corrections = new Map<string, string>();
  const { apart } = space.settings.stemming ? apartIn(input, language, space) : { apart: [] };
  const isApart = ({ begin }: Word) => apart.some(({ word }) => word.begin === begin);
  const clauses = parseInput(input).filter(({ excluded, words: [first] }) => !excluded && !isApart(first!));
  for (const { text } of clauses.flatMap((clause) => clause.words)) {
    if (isRight(text, space)) continue;
    const better = nearer(nearestInDocuments(text, space), text, space.known);
    if (better) corrections.set(fold(text), better.text);
  }
  return corrections;
}

function nearestInDocuments(word: string, space: NaiveSpace) {
  for (const [i, terms] of space.met.similarTo(word).entries()) {
    const counted = [...terms].map((term) => ({ term, count: documentsWith(term, space) }));
    const [best] = counted
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)));
    if (best) return { text: best.term, spelling: best.term, distance: i + 1 };
  }
  return undefined;
}

function documentsWith(term: string, { documents }: NaiveSpace): number {
  return documents.filter((document) => {
    const { title, body } = textsOf(document);
    return title.includes(term) || body.includes(term);
  }).length;
}
