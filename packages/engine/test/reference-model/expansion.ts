/** Reference model of query expansion: the alternatives by which a clause matches. */

import type { Clause, uniqueClauses } from '@semantic-search/query';
import { MIN_HITS } from '@semantic-search/query';
import { type Analyzer, analyzerFor, normalize, wordSpellings } from '@semantic-search/query/analysis';
import type { QueryMatch } from '@semantic-search/query/rewriters';
import {
  COMPOUND_WEIGHT,
  CONCEPT_WEIGHT,
  HIERARCHY_DECAY,
  joinedWords,
  MAX_JOINED_WORDS,
  MAX_PREFIX_EXPANSIONS,
  PARTIAL_MATCH_FACTOR,
  PHRASE_WORD_FACTOR,
  PREFIX_WEIGHT,
  SYNONYM_WEIGHT,
  splitCandidates,
  splitWord,
  withoutLeadingDot,
} from '@semantic-search/query/rewriters';
import { TITLE_WEIGHT } from '../../src/search/term-scorer.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import { documentFrequency, isKnownSpelling, type ReferenceSpace } from './corrections.ts';
import { occurrences, type Phrase } from './occurrences.ts';
import { isWholeWord, phrasesFor } from './query-understanding.ts';
import { hierarchyWeights, resolveConcept } from './thesaurus.ts';

/** An alternative that matches some clauses, with the weight of each matching document. */
export interface ReferenceAlternative {
  clauses: Clause[];
  weights: Map<DocumentInput, number>;
  boost: number;
  /** The phrase to match. */
  phrase?: Phrase;
  /** Matches only completions of a complete word. */
  isPrefixOnly?: boolean;
  /** Whether weights are term frequencies, which BM25 saturates. Otherwise they are added unchanged. */
  frequencies: boolean;
}

/** Alternatives for words written as one or as two. */
export function spellingAlternatives(
  positive: Clause[],
  asked: ReturnType<typeof uniqueClauses>,
  forms: FormsIn,
  space: ReferenceSpace,
): ReferenceAlternative[] {
  const { corpus } = space;
  const has = (word: string) => corpus.terms.has(normalize(word));
  const askedBy = (clauses: Clause[]) =>
    asked.filter(({ all }) => all.some((each) => clauses.includes(each))).map(({ clause }) => clause);
  const alternative = (clauses: Clause[], phrase: Phrase, boost: number) => {
    const named = askedBy(clauses);
    return named.length === 0 ? [] : [phraseAlternative(named, phrase, boost, space)];
  };
  const spelled = (clauses: Clause[], words: string[]) =>
    alternative(
      clauses,
      words.map((word) => corpus.formsOf(word, forms(word))),
      1,
    );
  const dotless = (clause: Clause) => {
    const ending = withoutLeadingDot(clause.words[0]!.text);
    return ending && has(ending) ? alternative([clause], [corpus.formsOf(ending, [])], COMPOUND_WEIGHT) : [];
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

/** Returns the languages whose stemmers apply to a word. */
export type FormsIn = (word: string) => readonly Analyzer[];

export function alternativesOf(
  clause: Clause,
  forms: FormsIn,
  typos: boolean,
  space: ReferenceSpace,
): ReferenceAlternative[] {
  const alternative = (phrase: Phrase, boost: number) => phraseAlternative([clause], phrase, boost, space);
  const exact = phraseOf(clause, forms, space);
  const [before, last] = [exact.slice(0, -1), clause.words.at(-1)!.text];
  const begun = [...before, clause.quoted ? quotedCompletions(last, space) : completions(last, space)];
  const isPrefixOnly = isWholeWord(last, space);
  const longer = clause.unfinished ? [{ ...alternative(begun, PREFIX_WEIGHT), isPrefixOnly }] : [];
  if (clause.quoted) return [alternative(exact, 1), ...longer];
  const word = clause.words[0]!.text;
  const nearly = typos && !isKnownSpelling(word, space) ? space.corpus.similarTo(word) : [];
  const compounds = forms(word).flatMap((language) => [...space.corpus.compoundsWith(word, language)]);
  const parts = compounds.length > 0 ? [alternative([new Set(compounds)], COMPOUND_WEIGHT)] : [];
  return [
    alternative(exact, 1),
    ...longer,
    ...parts,
    ...nearly.map((terms, i) => alternative([terms], 1 / (2 + i))),
  ];
}

/** Returns the completions of a prefix; for a single letter the most frequent ones, without stop words. */
function completions(word: string, space: ReferenceSpace): Set<string> {
  const { corpus, settings } = space;
  const all = corpus.startingWith(word, settings.stemming);
  if (word.length > 1) return all;
  const isContentWord = (term: string) => !corpus.languages.some((language) => language.isStopWord(term));
  return mostFrequent(
    [...all].filter((term) => !settings.stopWords || isContentWord(term)),
    space,
  );
}

/** Returns the completions of a quoted prefix: as written, with ß or ss. */
function quotedCompletions(beginning: string, space: ReferenceSpace): Set<string> {
  const apart = (text: string) => text.replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('œ', 'oe');
  const typed = apart(normalize(beginning));
  return mostFrequent(
    [...space.corpus.terms].filter((term) => apart(term).startsWith(typed)),
    space,
  );
}

/** Returns the terms with the highest document frequency. */
function mostFrequent(terms: string[], space: ReferenceSpace): Set<string> {
  const counted = terms
    .map((term) => ({ term, documents: documentFrequency(term, space) }))
    .filter(({ documents }) => documents > 0);
  counted.sort(
    (a, b) => b.documents - a.documents || Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)),
  );
  return new Set(counted.slice(0, MAX_PREFIX_EXPANSIONS).map(({ term }) => term));
}

/** Quoted words match as they are written, with ß or ss. */
export function phraseOf(clause: Clause, forms: FormsIn, { corpus }: ReferenceSpace): Phrase {
  return clause.words.map(({ text }) =>
    clause.quoted ? new Set(wordSpellings(text)) : corpus.formsOf(text, forms(text)),
  );
}

/** Phrases that an excluded clause excludes in addition: its word written as two, or its words written as one. */
export function excludedVariants(
  { words, quoted }: Clause,
  forms: FormsIn,
  { corpus, settings }: ReferenceSpace,
): Phrase[] {
  if (quoted || !settings.stemming) return [];
  const has = (word: string) => corpus.terms.has(normalize(word));
  const phrase = (parts: string[]) => parts.map((word) => corpus.formsOf(word, forms(word)));
  if (words.length === 1) return splitWord(words[0]!.text, has).map(phrase);
  const joined = words.map(({ text }) => text).join('');
  return words.length <= MAX_JOINED_WORDS && has(joined) ? [phrase([joined])] : [];
}

/** Matches documents with the phrase, weighted by its frequency. */
export function phraseAlternative(
  clauses: Clause[],
  phrase: Phrase,
  boost: number,
  { documents }: ReferenceSpace,
): ReferenceAlternative {
  const counted = documents.map(
    (document) => [document, occurrences(document, phrase, TITLE_WEIGHT)] as const,
  );
  return {
    clauses,
    weights: new Map(counted.filter(([, count]) => count > 0)),
    boost,
    phrase,
    frequencies: true,
  };
}

/** Whether more than a tenth of the documents in the query languages have the word, and at least `MIN_HITS`. */
export function isCommon(clause: Clause, forms: FormsIn, space: ReferenceSpace): boolean {
  const codes = forms(clause.words[0]!.text).map(({ code }) => code);
  const read = space.documents.filter(({ language }) => codes.includes(analyzerFor(language).code));
  const matching = phraseAlternative([clause], phraseOf(clause, forms, space), 1, space).weights.size;
  return read.length > 0 && matching >= MIN_HITS && matching > read.length / 10;
}

/**
 * Alternatives of recognized concepts: documents tagged with them or a narrower concept, and documents with another label.
 *
 * Tagged documents need not have common words next to a complete label.
 */
export function conceptAlternatives(
  match: QueryMatch,
  typed: string,
  clauses: Clause[],
  common: Clause[],
  known: ReferenceAlternative[],
  space: ReferenceSpace,
  maxConcepts: number,
): ReferenceAlternative[] {
  const { settings, corpus } = space;
  const share = match.isPartial ? PARTIAL_MATCH_FACTOR : 1;
  const knownTerms = (words: ReadonlySet<string>) => [...words].filter((term) => corpus.terms.has(term));
  const keyOf = (phrase: Phrase) => phrase.map((each) => knownTerms(each).sort().join(' ')).join(',');
  const phrases = new Map<string, Phrase>();
  // Labels that differ only in inflection count once.
  for (const { concept } of settings.synonyms && !match.isQuoted && !match.isPrefix
    ? match.senses.slice(0, maxConcepts)
    : [])
    for (const phrase of phrasesFor(concept, typed, space.indexed.thesaurus, corpus, settings))
      phrases.set(keyOf(phrase), phrase);
  for (const { phrase: sought, boost, clauses: own } of known)
    if (sought?.length === 1 && boost >= 1 && isSame(own, clauses))
      for (const [key, phrase] of phrases)
        if (phrase.length === 1 && knownTerms(phrase[0]!).every((term) => sought[0]!.has(term)))
          phrases.delete(key);
  // The words of a phrase have less weight individually.
  if (match.words > 1 && settings.synonyms && !match.isPartial && !match.isQuoted && !match.isPrefix)
    for (const alternative of known)
      if (
        alternative.phrase?.length === 1 &&
        alternative.clauses.length === 1 &&
        clauses.includes(alternative.clauses[0]!)
      )
        alternative.boost *= PHRASE_WORD_FACTOR;
  const alternatives: ReferenceAlternative[] = [];
  for (const phrase of phrases.values())
    alternatives.push(phraseAlternative(clauses, phrase, SYNONYM_WEIGHT * share, space));
  if (!settings.concepts) return alternatives;
  const named = match.senses.map(({ concept }) => concept);
  const weights = documentsAbout(named, space);
  const subjectClauses = match.isPartial ? clauses : [...clauses, ...common];
  return [
    ...alternatives,
    { clauses: subjectClauses, weights, boost: CONCEPT_WEIGHT * share, frequencies: false },
  ];
}

/** Weights documents by the nearest concept that they are tagged with: these or narrower ones. */
export function documentsAbout(
  concepts: number[],
  { thesaurus, indexed: known, documents }: ReferenceSpace,
): Map<DocumentInput, number> {
  const asked = concepts.map((concept) => known.thesaurus.uri(concept));
  const nearness = hierarchyWeights(thesaurus, asked, HIERARCHY_DECAY);
  const weights = new Map<DocumentInput, number>();
  for (const document of documents) {
    const own = (document.subjects ?? []).flatMap((uri) => resolveConcept(thesaurus, uri) ?? []);
    const near = Math.max(0, ...own.map((uri) => nearness.get(uri) ?? 0));
    if (near > 0) weights.set(document, near);
  }
  return weights;
}

function isSame(some: Clause[], others: Clause[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
