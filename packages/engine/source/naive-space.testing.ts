/**
 * A search space without an index, for tests: looks at every document, word by word, and counts one by one. What it
 * says is true by being plain. It shares with the engine only what has tests of its own and knows no index: cutting and
 * folding words, stems, reading an input, recognising labels, the steps of ranges.
 */
import { isDated, type NaiveHoldings, naiveFacet, passes } from './naive-facets.testing.ts';
import { isInLabels, isWholeWord, languageRead, phrasesFor } from './naive-reading.testing.ts';
import { nearnessTo, resolved } from './naive-thesaurus.testing.ts';
import { occurrences, type Phrase, textsOf } from './naive-words.testing.ts';
import { nearer } from './query/did-you-mean.ts';
import { leastShare, little } from './query/leniency.ts';
import {
  conceptBoost,
  namedWordShare,
  partialShare,
  stepFactor,
  synonymBoost,
} from './query/named-concepts.ts';
import { joinedWords, partedWord } from './query/other-spellings.ts';
import { asksForNoWord, type Clause, joined, parseInput } from './query/parse-input.ts';
import type { SearchSettings } from './query/plan.ts';
import { covers, type InputMatch, readInput } from './query/read-input.ts';
import { takenApart } from './query/taken-apart.ts';
import { compoundBoost, mostForOneLetter, prefixBoost } from './query/word-ways.ts';
import type { DocumentInput, FacetCount, SearchQuestion } from './questions.ts';
import { titleFactor } from './search/matcher.ts';
import { b, k1, wholeFactor } from './search/score.ts';
import { fold } from './text/fold.ts';
import type { Language } from './text/languages.ts';
import type { Word } from './text/words.ts';
import type { RecognisingThesaurus } from './thesaurus/stored.ts';

export interface NaiveSpace extends NaiveHoldings {
  /** The same thesaurus, for recognising its labels in an input. */
  known: RecognisingThesaurus;
  settings: SearchSettings;
}

export interface NaiveAnswer {
  total: number;
  /** Relevance of each document of the result, by id. */
  scores: Map<string, number>;
  facets: { field: string; values: FacetCount[] }[];
  /** For each word that may be corrected, folded, what it may be corrected to; undefined where nothing is offered. */
  corrections: Map<string, string> | undefined;
}

export function naiveSearch(question: SearchQuestion, space: NaiveSpace): NaiveAnswer {
  const { found, tooFew } = matching(question, space);
  const rest = [...found.keys()].filter(
    (document) =>
      isDated(document, question.dateRange) &&
      !question.excluded.some((each) => each.values.length > 0 && passes(document, [each], space)),
  );
  const result = rest.filter((document) => passes(document, question.selected, space));
  const facets = question.facets.map((facet) => {
    // A facet's own selection does not narrow its counts.
    const counted = rest.filter((document) => passes(document, question.selected, space, facet.field));
    return { field: facet.field, values: naiveFacet(facet, counted, space) };
  });
  return {
    total: result.length,
    scores: new Map(result.map((document) => [document.id, found.get(document)!])),
    facets,
    corrections:
      tooFew && space.settings.typos ? correctionsOf(question.input, question.language, space) : undefined,
  };
}

/** The order of a result that is not sorted by relevance, which is compared as a whole. */
export function inOrder(documents: DocumentInput[], { field, direction }: SearchQuestion['sort']): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  const title = (document: DocumentInput) => fold(document.title ?? '');
  const undatedLast = (a: number, c: number) => Number(Number.isNaN(a)) - Number(Number.isNaN(c));
  const sorted = documents.toSorted((one, other) => {
    const [a, c] = [dateIn(one), dateIn(other)];
    if (field === 'date') return undatedLast(a, c) || sign * (a - c) || byId(one.id, other.id);
    return sign * compareTexts(title(one), title(other)) || newestFirst(one, other);
  });
  return sorted.map(({ id }) => id);
}

/** Ties of any order but that by date: newest first, then by id. */
export function newestFirst(one: DocumentInput, other: DocumentInput): number {
  const [a, c] = [dateIn(one), dateIn(other)];
  return Number(Number.isNaN(a)) - Number(Number.isNaN(c)) || c - a || byId(one.id, other.id);
}

const dateIn = ({ date }: DocumentInput) =>
  date === undefined || date === null ? NaN : Date.parse(`${date}`);
const compareTexts = (a: string, c: string) => (a < c ? -1 : a > c ? 1 : 0);
const byId = (a: string, c: string) => Buffer.compare(Buffer.from(a), Buffer.from(c));

/** One way to meet some of the requirements: how well each document does, those that do not left out. */
interface Way {
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

/** The documents that an input asks for, whatever is selected, with their relevance. */
function matching(
  { input, language }: SearchQuestion,
  space: NaiveSpace,
): { found: Map<DocumentInput, number>; tooFew: boolean } {
  const { settings } = space;
  const widely = settings.concepts || settings.synonyms || settings.stemming;
  const attempt = (widely: boolean, typos: boolean, relaxed: boolean) =>
    evaluate(input, language, { widely, typos, relaxed }, space);
  if (asksForNoWord(input)) return { found: new Map(), tooFew: false };
  let last = attempt(false, false, false);
  const isLittle = () => last.required > 0 && last.found.size < little;
  const tooFew = isLittle();
  if (last.required > 0 && last.asTyped < little && widely) last = attempt(true, false, false);
  if (isLittle() && settings.typos) last = attempt(widely, true, false);
  if (isLittle() && last.required > 1 && settings.relaxing) last = attempt(widely, settings.typos, true);
  return { found: last.found, tooFew };
}

interface Leniency {
  widely: boolean;
  typos: boolean;
  relaxed: boolean;
}

function evaluate(
  input: string,
  language: string | undefined,
  { widely, typos, relaxed }: Leniency,
  space: NaiveSpace,
): { found: Map<DocumentInput, number>; required: number; asTyped: number } {
  const { settings, known, met, documents } = space;
  const anyWriting = settings.stemming && (widely || typos || relaxed);
  const read = languageRead(input, language, space);
  const { clauses, apart } = anyWriting
    ? apartIn(input, read.own?.code, space)
    : { clauses: parseInput(input), apart: [] };
  const positive = clauses.filter(({ excluded }) => !excluded);
  const meant = typos ? [...correctionsOf(input, read.own?.code, space)] : [];
  const typed = positive.flatMap((clause) => clause.words);
  const isPart = (part: Word) => apart.some(({ word }) => part.begin >= word.begin && part.end <= word.end);
  const { matches, stops } = readInput(input, positive, known, {
    names: settings.concepts || settings.synonyms,
    stopWords: settings.stopWords,
    widely,
    corrections: [
      ...apart,
      ...typed.flatMap((word) => {
        const [, text] = meant.find(([each]) => each === fold(word.text)) ?? [];
        return text === undefined || isPart(word) ? [] : [{ word, text }];
      }),
    ].sort((a, c) => a.word.begin - c.word.begin),
    language: read,
  });
  const asked = joined(positive.filter((clause) => !stops.has(clause)));
  const required = asked.map(({ clause }) => clause);
  const forms = (word: string) => {
    if (!settings.stemming) return [];
    return read.own && !(widely && read.isForeign(word)) ? [read.own] : met.languages;
  };
  const ways = asked.flatMap(({ clause, all }) =>
    waysOf(clause, forms, typos && !isPart(clause.words[0]!), space).map((way) => ({
      ...way,
      boost: way.boost * all.length,
    })),
  );
  if (anyWriting) ways.push(...otherSpellings(positive, asked, forms, space));
  for (const match of matches) {
    const covered = asked.filter(({ all }) => all.some((clause) => covers(match, clause)));
    const named = covered.map(({ clause }) => clause);
    if (named.length > 0) ways.push(...conceptWays(match, named, ways, space));
  }
  const unwanted = clauses.filter(({ excluded }) => excluded).map((clause) => phraseOf(clause, forms, space));
  const least = relaxed ? Math.max(1, Math.floor(required.length * leastShare)) : required.length;
  const metBy = (document: DocumentInput, by: Way[]) =>
    required.filter((clause) => by.some((way) => way.clauses.includes(clause) && way.weights.has(document)))
      .length;
  const isUnwanted = (document: DocumentInput) =>
    unwanted.some((phrase) => occurrences(document, phrase, 1) > 0);
  const matchedBy = (by: Way[]) =>
    documents.filter((document) => metBy(document, by) >= least && !isUnwanted(document));
  const score = scorer(ways, documents);
  const lift = (document: DocumentInput) =>
    least < required.length && metBy(document, ways) === required.length ? wholeFactor : 1;
  return {
    found: new Map(matchedBy(ways).map((each) => [each, score(each) * lift(each)])),
    required: required.length,
    asTyped: matchedBy(ways.filter(({ goesOn }) => required.length !== 1 || !goesOn)).length,
  };
}

/** Words that no document and no label has are taken apart into words that they have. */
function apartIn(input: string, language: string | undefined, space: NaiveSpace) {
  const { met, known } = space;
  const words = {
    languages: met.languages,
    isKnown: (word: string) => isKnown(word, space),
    isWord: (word: string, language: Language) => met.isWord(word, language),
  };
  return takenApart(parseInput(input), known, words, language);
}

/** What is written as one word or as two. */
function otherSpellings(
  positive: Clause[],
  asked: ReturnType<typeof joined>,
  forms: FormsIn,
  space: NaiveSpace,
): Way[] {
  const { met } = space;
  const has = (word: string) => met.terms.has(fold(word));
  const askedBy = (clauses: Clause[]) =>
    asked.filter(({ all }) => all.some((each) => clauses.includes(each))).map(({ clause }) => clause);
  const spelled = (clauses: Clause[], words: string[]) => {
    const named = askedBy(clauses);
    const phrase = words.map((word) => met.formsOf(word, forms(word)));
    return named.length === 0 ? [] : [wordWay(named, phrase, 1, space)];
  };
  return [
    ...joinedWords(positive, has).flatMap(({ clauses, word }) => spelled(clauses, [word])),
    ...positive.flatMap((clause) => partedWord(clause, has).flatMap((parts) => spelled([clause], parts))),
  ];
}

/** The languages by whose rules a word is reduced. */
type FormsIn = (word: string) => readonly Language[];

function waysOf(clause: Clause, forms: FormsIn, typos: boolean, space: NaiveSpace): Way[] {
  const way = (phrase: Phrase, boost: number) => wordWay([clause], phrase, boost, space);
  const exact = way(phraseOf(clause, forms, space), 1);
  if (clause.quoted) return [exact];
  const word = clause.words[0]!.text;
  const goesOn = isWholeWord(word, space);
  const longer = clause.unfinished ? [{ ...way([longerWords(word, space)], prefixBoost), goesOn }] : [];
  const nearly = typos && !isRight(word, space) ? space.met.similarTo(word) : [];
  const compounds = forms(word).flatMap((language) => [...space.met.compoundsWith(word, language)]);
  const parts = compounds.length > 0 ? [way([new Set(compounds)], compoundBoost)] : [];
  return [exact, ...longer, ...parts, ...nearly.map((terms, i) => way([terms], 1 / (2 + i)))];
}

/** One letter stands for the words met first, those that say something. */
function longerWords(word: string, { met, settings }: NaiveSpace): Set<string> {
  const all = met.startingWith(word, settings.stemming);
  if (word.length > 1) return all;
  const says = (term: string) => !met.languages.some((language) => language.isStopWord(term));
  return new Set([...all].filter((term) => !settings.stopWords || says(term)).slice(0, mostForOneLetter));
}

/** What stands in quotes is meant as it is written. */
function phraseOf(clause: Clause, forms: FormsIn, { met }: NaiveSpace): Phrase {
  return clause.words.map(({ text }) => met.formsOf(text, clause.quoted ? [] : forms(text)));
}

function wordWay(clauses: Clause[], phrase: Phrase, boost: number, { documents }: NaiveSpace): Way {
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

/** Documents about the concepts named, or something narrower, and those that name them by a label that is not looked for yet. */
function conceptWays(match: InputMatch, clauses: Clause[], known: Way[], space: NaiveSpace): Way[] {
  const { settings, thesaurus, met } = space;
  const share = match.isPartial ? partialShare : 1;
  const keyOf = (phrase: Phrase) =>
    phrase
      .map((each) =>
        [...each]
          .filter((term) => met.terms.has(term))
          .sort()
          .join(' '),
      )
      .join(',');
  const phrases = new Map<string, Phrase>();
  // Labels that are the same but for their forms count once.
  for (const { concept } of settings.synonyms ? match.namings : [])
    for (const phrase of phrasesFor(concept, space.known.thesaurus, met, settings.stemming))
      phrases.set(keyOf(phrase), phrase);
  for (const { phrase, boost, clauses: own } of known)
    if (phrase?.length === 1 && boost >= 1 && isSame(own, clauses)) phrases.delete(keyOf(phrase));
  // The words of a phrase say less where they stand apart.
  if (match.words > 1 && settings.synonyms && !match.isPartial)
    for (const way of known)
      if (way.phrase?.length === 1 && way.clauses.length === 1 && clauses.includes(way.clauses[0]!))
        way.boost *= namedWordShare;
  const ways: Way[] = [];
  for (const phrase of phrases.values()) ways.push(wordWay(clauses, phrase, synonymBoost * share, space));
  if (!settings.concepts) return ways;
  const asked = match.namings.map(({ concept }) => space.known.thesaurus.uri(concept));
  const nearness = nearnessTo(thesaurus, asked, stepFactor);
  const weights = new Map<DocumentInput, number>();
  for (const document of space.documents) {
    const own = (document.subjects ?? []).flatMap((uri) => resolved(thesaurus, uri) ?? []);
    const near = Math.max(0, ...own.map((uri) => nearness.get(uri) ?? 0));
    if (near > 0) weights.set(document, near);
  }
  return [...ways, { clauses, weights, boost: conceptBoost * share, frequencies: false }];
}

function isSame(some: Clause[], others: Clause[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}

/** BM25 over all ways, each weighed by how few documents it leads to. */
function scorer(ways: Way[], documents: DocumentInput[]): (document: DocumentInput) => number {
  const lengths = documents.reduce((sum, document) => sum + textsOf(document).length, 0);
  const average = Math.max(1, lengths / documents.length);
  return (document) =>
    ways.reduce((score, { weights, boost, frequencies }) => {
      const weight = weights.get(document);
      if (weight === undefined) return score;
      const rarity = Math.log(1 + (documents.length - weights.size + 0.5) / (weights.size + 0.5));
      const damped = weight + k1 * (1 - b + (b * textsOf(document).length) / average);
      return score + boost * rarity * (frequencies ? ((k1 + 1) * weight) / damped : weight);
    }, 0);
}

/** Some document has the word, or a form of it where forms are looked for. */
function isKnown(word: string, { documents, met, settings }: NaiveSpace): boolean {
  const forms = met.formsOf(word, settings.stemming ? met.languages : []);
  return documents.some((document) => occurrences(document, [forms], 1) > 0);
}

/** The same for labels: what they have is no typing error. */
function isRight(word: string, space: NaiveSpace): boolean {
  return isKnown(word, space) || isInLabels(word, space, space.settings.stemming);
}

/** The nearest words that documents have, of these the one that most have; a nearer one of labels instead. */
function correctionsOf(input: string, language: string | undefined, space: NaiveSpace): Map<string, string> {
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
