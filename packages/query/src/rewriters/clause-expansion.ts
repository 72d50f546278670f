/** Clause expansion: adds a requirement for each clause, with the alternatives that meet it. */
import { normalize } from '../analysis/normalizer.ts';
import { genderBase } from '../analysis/word-shapes.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import { type Alternative, MAX_EXPANDED_TERMS, MAX_REQUIREMENTS, RANKING_ONLY } from '../query-plan.ts';
import type { QueryDraft } from './query-draft.ts';
import { corpusStopWordTest } from './stop-words.ts';
import { clauseMatcher, EXACT_FORM_SHARE, prefixMatcher, prefixPhraseMatcher } from './term-expansion.ts';

// The weights are in the table of *The query plan* in packages/engine/docs/search.md.
const PREFIX_WEIGHT = 0.2;
/** Must exceed the sum of a word's other weights, so that a title that the visitor is typing precedes texts. */
const TITLE_PREFIX_WEIGHT = 2;
const COMPOUND_WEIGHT = 0.2;
/** Shared by the words of a query, because a long query names many things besides its subject. */
const LEAD_WEIGHT = 2;
/** A longer query takes half as much time again, and the collections of long questions gain nothing. */
const MAX_LEAD_WORDS = 5;
/** Minimum weight of a form or similar word in the lead. Completions and compounds weigh less. */
const MIN_WEIGHT_IN_LEAD = 0.3;

/** A way to meet the requirement of a clause. */
type WeightedMatcher = Pick<Alternative, 'matcher' | 'weight'>;

export function expandClauses(query: QueryDraft): void {
  const { plan, options, settings, positive, stops, matches } = query;
  const isCommon = corpusStopWordTest(query);
  const unique = uniqueClauses(positive.filter((clause) => !stops.has(clause)));
  const isLeadLength = unique.length > 1 && unique.length <= MAX_LEAD_WORDS;
  const usesLeads = settings.expanding && isLeadLength && matches.length === 0;
  unique.forEach(({ clause, all }, i) => {
    const requirementMask = i < MAX_REQUIREMENTS ? 1 << i : RANKING_ONLY;
    plan.requiredMask |= requirementMask & ~RANKING_ONLY;
    if (isCommon(clause)) query.commonMask |= requirementMask;
    for (const equal of all) plan.masks.set(equal, requirementMask);
    addHighlights(clause, query);
    options.signal?.throwIfAborted();
    const matchers = [
      ...typedMatchers(clause, query),
      ...prefixMatchers(clause, query),
      ...similarMatchers(clause, query),
      ...(i < MAX_EXPANDED_TERMS ? compoundMatchers(clause, query) : []),
    ];
    if (usesLeads) matchers.push(leadMatcher(matchers, LEAD_WEIGHT / unique.length));
    // A repeated clause counts as often as it occurs.
    for (const { matcher, weight } of matchers)
      plan.alternatives.push({ matcher, requirementMask, isTyped: true, weight: weight * all.length });
  });
}

/** The word where it says what a text is about. Concepts say so better, and a single word does not need it. */
function leadMatcher(matchers: readonly WeightedMatcher[], leadWeight: number): WeightedMatcher {
  const terms = matchers.flatMap(({ matcher, weight }) =>
    matcher.kind === 'word' && weight >= MIN_WEIGHT_IN_LEAD ? matcher.terms : [],
  );
  return { matcher: { kind: 'lead', terms: [...new Set(terms)] }, weight: leadWeight };
}

/** The clause as typed; the form of a word as typed counts more than its other forms. */
function typedMatchers(clause: Clause, query: QueryDraft): WeightedMatcher[] {
  const { termDictionary } = query.statistics;
  const matcher = clauseMatcher(clause, termDictionary, query.analyzersFor);
  const hasOtherForms = !clause.quoted && matcher.kind === 'word' && matcher.terms.length > 1;
  const typedTerm = hasOtherForms ? termDictionary.find(clause.words[0]!.text) : -1;
  if (typedTerm < 0) return [{ matcher, weight: 1 }];
  return [
    { matcher, weight: 1 - EXACT_FORM_SHARE },
    { matcher: { kind: 'word', terms: [typedTerm] }, weight: EXACT_FORM_SHARE },
  ];
}

/** Texts and titles with words that begin like the last word of an unfinished clause. */
function prefixMatchers(
  clause: Clause,
  { statistics, settings, vocabulary, positive }: QueryDraft,
): WeightedMatcher[] {
  if (!clause.unfinished) return [];
  const matcher = clause.quoted
    ? prefixPhraseMatcher(clause, statistics)
    : prefixMatcher(clause, statistics, settings);
  if (!matcher) return [];
  const inTexts = { matcher, weight: PREFIX_WEIGHT };
  // A complete word after others is more likely the end of the query than the beginning of a title.
  const endsQuery = positive.length > 1 && vocabulary.isWhole(clause.words.at(-1)!.text);
  if (matcher.kind !== 'word' || endsQuery) return [inTexts];
  return [inTexts, { matcher: { kind: 'title', terms: matcher.terms }, weight: TITLE_PREFIX_WEIGHT }];
}

/** Words with similar spelling, if the word is misspelled; none with other digits, which name another thing: `ISO27001`. */
function similarMatchers(
  { words, quoted }: Clause,
  { statistics: { termDictionary }, misspelled }: QueryDraft,
): WeightedMatcher[] {
  const word = words[0]!.text;
  if (quoted || !misspelled.includes(word)) return [];
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const acceptedDigits = ['', digitsOf(normalize(word))];
  const isAccepted = (term: number) => acceptedDigits.includes(digitsOf(termDictionary.terms.at(term)));
  return termDictionary.similarTo(word).map(({ terms, distance }) => ({
    matcher: { kind: 'word', terms: terms.filter(isAccepted) },
    weight: 1 / (1 + distance),
  }));
}

/** Compounds that contain the word, in languages that write compounds as one word; they are highlighted, too. */
function compoundMatchers(
  { words, quoted }: Clause,
  { plan, statistics: { termDictionary }, analyzersFor }: QueryDraft,
): WeightedMatcher[] {
  if (quoted) return [];
  const { text } = words[0]!;
  const terms = analyzersFor(text).flatMap((language) => termDictionary.compoundsWith(text, language));
  const compounds = [...new Set(terms)].sort((a, b) => a - b);
  for (const term of compounds) plan.highlightCompounds.push(termDictionary.terms.at(term));
  return compounds.length > 0
    ? [{ matcher: { kind: 'word', terms: compounds }, weight: COMPOUND_WEIGHT }]
    : [];
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
