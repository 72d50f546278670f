/** Which words of an input a search space without an index knows, and what those that it does not know are read as. */

import type { Analyzer } from '../../src/analysis/analyzers.ts';
import { normalize } from '../../src/analysis/normalizer.ts';
import type { Token } from '../../src/analysis/tokenizer.ts';
import { compoundConcepts } from '../../src/query/compound-concepts.ts';
import { decompoundClauses } from '../../src/query/decompounding.ts';
import { similarLabelWords } from '../../src/query/fuzzy-labels.ts';
import { conceptMatchOptions } from '../../src/query/matcher-options.ts';
import { parseQuery } from '../../src/query/parser.ts';
import { analyzeQuery, matchLabels } from '../../src/query/query-analysis.ts';
import type { QueryLanguage } from '../../src/query/query-language.ts';
import { insideAny } from '../../src/query/query-match.ts';
import type { QueryOptions } from '../../src/query/query-plan.ts';
import { MIN_HITS } from '../../src/query/relaxation.ts';
import { splitWord } from '../../src/query/spelling-variants.ts';
import { bestCandidate, type SpellingCandidate } from '../../src/spelling/candidate-ranking.ts';
import type { IndexedThesaurus } from '../../src/thesaurus/serialization.ts';
import type { NaiveHoldings } from './facets.ts';
import { occurrences, textsOf } from './occurrences.ts';
import { beginsLabelWord, isInLabels, languageRead, languagesOf } from './query-understanding.ts';

export interface ReferenceSpace extends NaiveHoldings {
  /** The same thesaurus, for recognising its labels in an input. */
  known: IndexedThesaurus;
  settings: QueryOptions;
}

/** Unknown words are split into known parts. */
export function apartIn(input: string, language: QueryLanguage, space: ReferenceSpace) {
  const { met, known } = space;
  const words = {
    languages: languagesOf(space.documents),
    isKnown: (word: string) => isKnown(word, space),
    isRare: (word: string) => documentsOf(word, space) < MIN_HITS,
    isPrefix: (beginning: string) => isBegun(beginning, space),
    isWord: (word: string, language: Analyzer) => met.isWord(word, language),
  };
  const typed = parseQuery(input);
  const positive = typed.filter(({ excluded }) => !excluded);
  const isNamed = insideAny(matchLabels(input, positive, known, conceptMatchOptions(language, true)));
  return decompoundClauses(typed, known, words, { tag: language.analyzer?.code, isNamed });
}

/** Some document or label has a word that begins so. */
function isBegun(beginning: string, space: ReferenceSpace): boolean {
  const longer = [...space.met.startingWith(beginning, true)];
  return longer.some((term) => documentsWith(term, space) > 0) || beginsLabelWord(beginning, space);
}

/** Some document has the word, or a form of it where forms are looked for. */
function isKnown(word: string, space: ReferenceSpace): boolean {
  return documentsOf(word, space) > 0;
}

function documentsOf(word: string, { documents, met, settings }: ReferenceSpace): number {
  const forms = met.formsOf(word, settings.stemming ? met.languages : []);
  return documents.filter((document) => occurrences(document, [forms], 1) > 0).length;
}

/** The same for labels: what they have is no typing error. */
export function isRight(word: string, space: ReferenceSpace): boolean {
  return isKnown(word, space) || isInLabels(word, space, space.settings.stemming);
}

/** The likeliest of the words near to one that nobody knows; none for what names something, or is not yet at its end. */
export function correctionsOf(
  input: string,
  language: string | undefined,
  space: ReferenceSpace,
): Map<string, string> {
  const corrections = new Map<string, string>();
  const { settings, met, known } = space;
  const read = languageRead(input, language, space);
  const { splits } = settings.stemming ? apartIn(input, read, space) : { splits: [] };
  const isApart = ({ begin }: Token) => splits.some(({ word }) => word.begin === begin);
  const all = parseQuery(input).filter(({ excluded }) => !excluded);
  const names = settings.concepts || settings.synonyms;
  const labels = names ? matchLabels(input, all, known, conceptMatchOptions(read, true)) : undefined;
  const { isNamed } = analyzeQuery(input, all, known, {
    labels,
    stopWords: false,
    broad: names || settings.stemming,
    corrections: [],
    language: read,
  });
  const clauses = all.filter(({ words: [first] }) => !isApart(first!));
  const asOne = labels ? compoundConcepts(all, labels, known, read) : [];
  const isInOne = ({ begin, end }: Token) => asOne.some((each) => each.begin <= begin && end <= each.end);
  for (const { words: typed, unfinished } of clauses) {
    for (const word of typed) {
      const { text } = word;
      const mayGoOn = unfinished && word === typed.at(-1);
      if (isRight(text, space) || isNamed(word) || isInOne(word) || (mayGoOn && isBegun(text, space)))
        continue;
      if ((read.analyzer ?? read.stopWordAnalyzer)?.isStopWord(normalize(text))) continue;
      const labels = similarLabelWords(known.suggestions, known.thesaurus, text);
      const parts = splitWord(text, (part) => met.terms.has(part)).flat();
      const near = [...nearInDocuments(text, space), ...labels].filter((each) => !parts.includes(each.text));
      const better = bestCandidate(text, near, read, met.languages);
      if (better) corrections.set(normalize(text), better.text);
    }
  }
  return corrections;
}

function nearInDocuments(word: string, space: ReferenceSpace): SpellingCandidate[] {
  return space.met
    .similarTo(word)
    .flatMap((terms) => [...terms])
    .map((text) => ({ text, spelling: space.met.spelling(text), documents: documentsWith(text, space) }))
    .filter(({ documents }) => documents > 0);
}

export function documentsWith(term: string, { documents }: ReferenceSpace): number {
  return documents.filter((document) => {
    const { title, body } = textsOf(document);
    return [...title, ...body].some((place) => place.includes(term));
  }).length;
}
