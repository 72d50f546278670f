/**
 * Clause expansion: adds a requirement for each clause, with the alternatives that meet it.
 *
 * The weights are in the table of *The query plan* in packages/engine/docs/search.md.
 */
import { genderBase } from '../analysis/gender-marks.ts';
import { normalize } from '../analysis/normalizer.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import { type Alternative, MAX_EXPANDED_TERMS, MAX_REQUIREMENTS, RANKING_ONLY } from '../query-plan.ts';
import type { QueryDraft } from './query-draft.ts';
import { corpusStopWordTest } from './stop-words.ts';
import {
  clauseMatcher,
  EXACT_FORM_SHARE,
  prefixMatcher,
  prefixPhraseMatcher,
  wordMatcher,
} from './term-expansion.ts';

const PREFIX_WEIGHT = 0.2;
/** Must exceed the sum of a word's other weights, so that a title that the visitor is typing precedes texts. */
const TITLE_PREFIX_WEIGHT = 2;
const COMPOUND_WEIGHT = 0.2;

export function expandClauses(query: QueryDraft): void {
  const { plan, statistics, options, positive, stops } = query;
  const isCommon = corpusStopWordTest(query);
  const unique = uniqueClauses(positive.filter((clause) => !stops.has(clause)));
  unique.forEach(({ clause, all }, i) => {
    const requirementMask = i < MAX_REQUIREMENTS ? 1 << i : RANKING_ONLY;
    if (requirementMask !== RANKING_ONLY) plan.requiredMask |= requirementMask;
    if (isCommon(clause)) query.commonMask |= requirementMask;
    for (const equal of all) plan.masks.set(equal, requirementMask);
    addHighlights(clause, query);
    options.signal?.throwIfAborted();
    const alternatives = [
      ...typedAlternatives(clause, requirementMask, query),
      ...(clause.unfinished ? prefixAlternatives(clause, requirementMask, query) : []),
      ...(clause.quoted ? [] : similarAlternatives(clause, requirementMask, query)),
    ];
    const compounds = i < MAX_EXPANDED_TERMS ? compoundTerms(clause, query) : [];
    if (compounds.length > 0)
      alternatives.push({ matcher: wordMatcher(compounds), requirementMask, weight: COMPOUND_WEIGHT });
    for (const term of compounds) plan.highlightCompounds.push(statistics.termDictionary.terms.at(term));
    // A repeated clause counts as often as it occurs.
    for (const alternative of alternatives)
      plan.alternatives.push({ ...alternative, isTyped: true, weight: alternative.weight * all.length });
  });
}

/** The clause as typed; the form of a word as typed counts more than its other forms. */
function typedAlternatives(clause: Clause, requirementMask: number, query: QueryDraft): Alternative[] {
  const { termDictionary } = query.statistics;
  const matcher = clauseMatcher(clause, termDictionary, query.analyzersFor);
  const hasOtherForms = !clause.quoted && matcher.kind === 'word' && matcher.terms.length > 1;
  const typedTerm = hasOtherForms ? termDictionary.find(clause.words[0]!.text) : -1;
  if (typedTerm < 0) return [{ matcher, requirementMask, weight: 1 }];
  return [
    { matcher, requirementMask, weight: 1 - EXACT_FORM_SHARE },
    { matcher: wordMatcher([typedTerm]), requirementMask, weight: EXACT_FORM_SHARE },
  ];
}

function prefixAlternatives(
  clause: Clause,
  requirementMask: number,
  { statistics, settings, vocabulary, positive }: QueryDraft,
): Alternative[] {
  const matcher = clause.quoted
    ? prefixPhraseMatcher(clause, statistics)
    : prefixMatcher(clause, statistics, settings);
  if (!matcher) return [];
  const inTexts = { matcher, requirementMask, weight: PREFIX_WEIGHT };
  // A complete word after others is more likely the end of the query than the beginning of a title.
  const endsQuery = positive.length > 1 && vocabulary.isWhole(clause.words.at(-1)!.text);
  if (matcher.kind !== 'word' || endsQuery) return [inTexts];
  const inTitles = { kind: 'title', terms: matcher.terms } as const;
  return [inTexts, { matcher: inTitles, requirementMask, weight: TITLE_PREFIX_WEIGHT }];
}

/** Words with similar spelling, if the word is misspelled; none with other digits, which name another thing: `ISO27001`. */
function similarAlternatives(
  { words }: Clause,
  requirementMask: number,
  { statistics: { termDictionary }, misspelled }: QueryDraft,
): Alternative[] {
  const word = words[0]!.text;
  if (!misspelled.includes(word)) return [];
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const acceptedDigits = ['', digitsOf(normalize(word))];
  return termDictionary.similarTo(word).map(({ terms, distance }) => ({
    matcher: wordMatcher(
      terms.filter((term) => acceptedDigits.includes(digitsOf(termDictionary.terms.at(term)))),
    ),
    requirementMask,
    weight: 1 / (1 + distance),
  }));
}

/** Compounds that contain the word, in languages that write compounds as one word. */
function compoundTerms({ words, quoted }: Clause, { statistics, analyzersFor }: QueryDraft): number[] {
  if (quoted) return [];
  const { text } = words[0]!;
  const terms = analyzersFor(text).flatMap((language) =>
    statistics.termDictionary.compoundsWith(text, language),
  );
  return [...new Set(terms)].sort((a, b) => a - b);
}

/** Highlights the words of a phrase only where they follow each other. */
function addHighlights({ words, quoted, unfinished }: Clause, { plan, input }: QueryDraft): void {
  const lastWord = words.at(-1)!;
  if (quoted && words.length > 1 && !unfinished) {
    plan.highlightLabels.push(input.slice(words[0]!.begin, lastWord.end));
    return;
  }
  for (const word of words) {
    plan.highlightTerms.push({ word: word.text, unfinished: unfinished && word === lastWord });
    const base = quoted ? undefined : genderBase(word.text);
    if (base !== undefined) plan.highlightTerms.push({ word: base, unfinished: false });
  }
}
