/** By which words and concepts the documents of a search space without an index are looked for: the ways of a plan. */

import { type Analyzer, analyzerFor } from '../../src/analysis/analyzers.ts';
import { normalize, wordSpellings } from '../../src/analysis/normalizer.ts';
import type { DocumentInput } from '../../src/api.ts';
import {
  CONCEPT_WEIGHT,
  HIERARCHY_DECAY,
  PARTIAL_MATCH_FACTOR,
  PHRASE_WORD_FACTOR,
  SYNONYM_WEIGHT,
} from '../../src/query/concept-expansion.ts';
import type { Clause, uniqueClauses } from '../../src/query/parser.ts';
import type { QueryMatch } from '../../src/query/query-match.ts';
import { MIN_HITS } from '../../src/query/relaxation.ts';
import {
  joinedWords,
  splitCandidates,
  splitWord,
  withoutLeadingDot,
} from '../../src/query/spelling-variants.ts';
import { COMPOUND_WEIGHT, MAX_PREFIX_EXPANSIONS, PREFIX_WEIGHT } from '../../src/query/term-expansion.ts';
import { titleFactor } from '../../src/search/term-matcher.ts';
import { documentsWith, isRight, type ReferenceSpace } from './corrections.ts';
import { occurrences, type Phrase } from './occurrences.ts';
import { isWholeWord, phrasesFor } from './query-understanding.ts';
import { nearnessTo, resolved } from './thesaurus.ts';

/** One way to meet some of the requirements: how well each document does, those that do not left out. */
export interface Way {
  clauses: Clause[];
  weights: Map<DocumentInput, number>;
  boost: number;
  /** The words looked for. */
  phrase?: Phrase;
  /** By words that only go on from a whole one. */
  goesOn?: boolean;
  /** Weights are frequencies, which count the less the more there are; else they are added as they are. */
  frequencies: boolean;
}

/** What is written as one word or as two. */
export function otherSpellings(
  positive: Clause[],
  asked: ReturnType<typeof uniqueClauses>,
  forms: FormsIn,
  space: ReferenceSpace,
): Way[] {
  const { met } = space;
  const has = (word: string) => met.terms.has(normalize(word));
  const askedBy = (clauses: Clause[]) =>
    asked.filter(({ all }) => all.some((each) => clauses.includes(each))).map(({ clause }) => clause);
  const way = (clauses: Clause[], phrase: Phrase, boost: number) => {
    const named = askedBy(clauses);
    return named.length === 0 ? [] : [wordWay(named, phrase, boost, space)];
  };
  const spelled = (clauses: Clause[], words: string[]) =>
    way(
      clauses,
      words.map((word) => met.formsOf(word, forms(word))),
      1,
    );
  const dotless = (clause: Clause) => {
    const ending = withoutLeadingDot(clause.words[0]!.text);
    return ending && has(ending) ? way([clause], [met.formsOf(ending, [])], COMPOUND_WEIGHT) : [];
  };
  return [
    ...joinedWords(positive, has).flatMap(({ clauses, word }) => spelled(clauses, [word])),
    ...splitCandidates(positive)
      .flatMap(({ all }) => all)
      .flatMap((clause) => [
        ...splitWord(clause.words[0]!.text, has).flatMap((parts) => spelled([clause], parts)),
        ...dotless(clause),
      ]),
  ];
}

/** The languages by whose rules a word is reduced. */
export type FormsIn = (word: string) => readonly Analyzer[];

export function waysOf(clause: Clause, forms: FormsIn, typos: boolean, space: ReferenceSpace): Way[] {
  const way = (phrase: Phrase, boost: number) => wordWay([clause], phrase, boost, space);
  const exact = phraseOf(clause, forms, space);
  const [before, last] = [exact.slice(0, -1), clause.words.at(-1)!.text];
  const begun = [...before, clause.quoted ? writtenFrom(last, space) : longerWords(last, space)];
  const goesOn = isWholeWord(last, space);
  const longer = clause.unfinished ? [{ ...way(begun, PREFIX_WEIGHT), goesOn }] : [];
  if (clause.quoted) return [way(exact, 1), ...longer];
  const word = clause.words[0]!.text;
  const nearly = typos && !isRight(word, space) ? space.met.similarTo(word) : [];
  const compounds = forms(word).flatMap((language) => [...space.met.compoundsWith(word, language)]);
  const parts = compounds.length > 0 ? [way([new Set(compounds)], COMPOUND_WEIGHT)] : [];
  return [way(exact, 1), ...longer, ...parts, ...nearly.map((terms, i) => way([terms], 1 / (2 + i)))];
}

/** One letter stands for the words that most documents have, of those that say something. */
function longerWords(word: string, space: ReferenceSpace): Set<string> {
  const { met, settings } = space;
  const all = met.startingWith(word, settings.stemming);
  if (word.length > 1) return all;
  const says = (term: string) => !met.languages.some((language) => language.isStopWord(term));
  return commonest(
    [...all].filter((term) => !settings.stopWords || says(term)),
    space,
  );
}

/** Words that begin so as they are written, with ß or ss. */
function writtenFrom(beginning: string, space: ReferenceSpace): Set<string> {
  const apart = (text: string) => text.replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('œ', 'oe');
  const typed = apart(normalize(beginning));
  return commonest(
    [...space.met.terms].filter((term) => apart(term).startsWith(typed)),
    space,
  );
}

/** The hundred that most documents have. */
function commonest(terms: string[], space: ReferenceSpace): Set<string> {
  const counted = terms
    .map((term) => ({ term, documents: documentsWith(term, space) }))
    .filter(({ documents }) => documents > 0);
  counted.sort(
    (a, b) => b.documents - a.documents || Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)),
  );
  return new Set(counted.slice(0, MAX_PREFIX_EXPANSIONS).map(({ term }) => term));
}

/** What stands in quotes is meant as it is written, with ß or ss. */
export function phraseOf(clause: Clause, forms: FormsIn, { met }: ReferenceSpace): Phrase {
  return clause.words.map(({ text }) =>
    clause.quoted ? new Set(wordSpellings(text)) : met.formsOf(text, forms(text)),
  );
}

/** Documents that have the words, by how often. */
export function wordWay(
  clauses: Clause[],
  phrase: Phrase,
  boost: number,
  { documents }: ReferenceSpace,
): Way {
  const counted = documents.map(
    (document) => [document, occurrences(document, phrase, titleFactor)] as const,
  );
  return {
    clauses,
    weights: new Map(counted.filter(([, count]) => count > 0)),
    boost,
    phrase,
    frequencies: true,
  };
}

/** More than a tenth of the documents in the languages that it is read in have the word, and not only few. */
export function isCommon(clause: Clause, forms: FormsIn, space: ReferenceSpace): boolean {
  const codes = forms(clause.words[0]!.text).map(({ code }) => code);
  const read = space.documents.filter(({ language }) => codes.includes(analyzerFor(language).code));
  const met = wordWay([clause], phraseOf(clause, forms, space), 1, space).weights.size;
  return read.length > 0 && met >= MIN_HITS && met > read.length / 10;
}

/**
 * Documents about the concepts named by what was typed, or something narrower, which need not have the common words beside
 * a whole label, and those that name them by a label that is not looked for yet.
 */
export function conceptWays(
  match: QueryMatch,
  typed: string,
  clauses: Clause[],
  common: Clause[],
  known: Way[],
  space: ReferenceSpace,
  most: number,
): Way[] {
  const { settings, met } = space;
  const share = match.isPartial ? PARTIAL_MATCH_FACTOR : 1;
  const metOf = (words: ReadonlySet<string>) => [...words].filter((term) => met.terms.has(term));
  const keyOf = (phrase: Phrase) => phrase.map((each) => metOf(each).sort().join(' ')).join(',');
  const phrases = new Map<string, Phrase>();
  // Labels that differ only in inflection count once.
  for (const { concept } of settings.synonyms && !match.isQuoted && !match.isPrefix
    ? match.senses.slice(0, most)
    : [])
    for (const phrase of phrasesFor(concept, typed, space.known.thesaurus, met, settings))
      phrases.set(keyOf(phrase), phrase);
  for (const { phrase: sought, boost, clauses: own } of known)
    if (sought?.length === 1 && boost >= 1 && isSame(own, clauses))
      for (const [key, phrase] of phrases)
        if (phrase.length === 1 && metOf(phrase[0]!).every((term) => sought[0]!.has(term)))
          phrases.delete(key);
  // The words of a phrase say less where they stand apart.
  if (match.words > 1 && settings.synonyms && !match.isPartial && !match.isQuoted && !match.isPrefix)
    for (const way of known)
      if (way.phrase?.length === 1 && way.clauses.length === 1 && clauses.includes(way.clauses[0]!))
        way.boost *= PHRASE_WORD_FACTOR;
  const ways: Way[] = [];
  for (const phrase of phrases.values()) ways.push(wordWay(clauses, phrase, SYNONYM_WEIGHT * share, space));
  if (!settings.concepts) return ways;
  const named = match.senses.map(({ concept }) => concept);
  const weights = documentsAbout(named, space);
  const metBySubject = match.isPartial ? clauses : [...clauses, ...common];
  return [...ways, { clauses: metBySubject, weights, boost: CONCEPT_WEIGHT * share, frequencies: false }];
}

/** Documents about these concepts or something narrower, and how near. */
export function documentsAbout(
  concepts: number[],
  { thesaurus, known, documents }: ReferenceSpace,
): Map<DocumentInput, number> {
  const asked = concepts.map((concept) => known.thesaurus.uri(concept));
  const nearness = nearnessTo(thesaurus, asked, HIERARCHY_DECAY);
  const weights = new Map<DocumentInput, number>();
  for (const document of documents) {
    const own = (document.subjects ?? []).flatMap((uri) => resolved(thesaurus, uri) ?? []);
    const near = Math.max(0, ...own.map((uri) => nearness.get(uri) ?? 0));
    if (near > 0) weights.set(document, near);
  }
  return weights;
}

function isSame(some: Clause[], others: Clause[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
