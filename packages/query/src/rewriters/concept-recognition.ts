/** Concept recognition: finds the concepts and stop words of a query. */
import { placeNames } from '../analysis/demonyms.ts';
import { normalize } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { type Clause, parseQuery, uniqueClauses } from '../parser.ts';
import { type Correction, MAX_EXPANDED_TERMS } from '../query-plan.ts';
import { applyCorrections } from '../spelling/corrections.ts';
import {
  compoundConcepts,
  conceptMatchOptions,
  coversClause,
  isInsideAny,
  liesWithin,
  matchLabels,
  quotedConcepts,
} from './full-labels.ts';
import { withPartialMatches } from './partial-labels.ts';
import type { QueryDraft, QueryMatch } from './query-draft.ts';
import { stopWordsIn } from './stop-words.ts';

/** A word of the input and the text that replaces it. */
type Replacement = Pick<Correction, 'word' | 'text'>;

/** Matches labels with the input as typed, corrected, with places for demonyms, and joined. Words of labels are never corrected. */
export function recognizeConcepts(query: QueryDraft): void {
  const { plan, labels, settings } = query;
  const compounds = settings.expanding ? compoundConcepts(query) : [];
  const places = settings.expanding ? replacedDemonyms(query) : [];
  if (settings.expanding) matchCorrected(places, query);
  query.matches = withCompounds(query.matches, compounds);
  const isInLabel = isInsideAny([...labels, ...compounds]);
  const isNamed = (word: Token) => isInLabel(word) || places.some((place) => place.word === word);
  plan.clauses = query.unsplit.filter(({ words }) => !words.every(isNamed));
  plan.corrections = plan.corrections?.filter(({ word }) => !isNamed(word));
}

/** Matches the input with demonyms replaced and spelling corrected, and its quoted clauses as typed. */
function matchCorrected(places: Replacement[], query: QueryDraft): void {
  const { input, plan, options, positive, labels } = query;
  const corrections = [...(plan.decompounded?.splits ?? []), ...(plan.corrections ?? [])];
  const isInLabel = isInsideAny(labels);
  const isPlace = (word: Token) => places.some((place) => place.word === word);
  const misspelled = corrections.filter(({ word }) => !isInLabel(word) && !isPlace(word));
  const corrected = withReplacements(input, positive, [...places, ...misspelled]);
  const isChanged = corrected.clauses !== positive;
  const exact = isChanged ? matchLabels(corrected.input, corrected.clauses, query) : labels;
  const stops = stopWordsIn(corrected.clauses, exact, plan.language.stopWordAnalyzer);
  query.stops = new Set(positive.filter((_, i) => stops.has(corrected.clauses[i]!)));
  const matches = options.words ? withPartialMatches(exact, corrected.clauses, stops, query) : exact;
  const unquoted = withInputOffsets(matches, corrected.clauses, positive);
  for (const match of unquoted)
    if (places.some(({ word }) => liesWithin(word, match))) match.manner ??= 'demonym';
  const quoted = quotedConcepts(positive, plan.language, query);
  query.matches = [...unquoted, ...quoted.map((match): QueryMatch => ({ ...match, manner: 'quoted' }))];
}

/** Adjectives of places and the label of the place, in the order of the input. */
function replacedDemonyms(query: QueryDraft): Replacement[] {
  const { positive: clauses, plan, options, statistics } = query;
  const isInLabel = isInsideAny(query.labels);
  const code = plan.language.stopWordAnalyzer?.code;
  const matchOptions = conceptMatchOptions(query);
  const isLabel = (text: string, count: number) =>
    statistics.indexedThesaurus.conceptMatcher
      .match(text, matchOptions)
      .some(({ words, senses }) => words === count && senses.some(({ isExact }) => isExact));
  return clauses.slice(0, MAX_EXPANDED_TERMS).flatMap(({ words: [word], quoted }, i) => {
    if (!code || quoted || isInLabel(word!)) return [];
    options.signal?.throwIfAborted();
    const previous = clauses[i - 1]?.words.at(-1)?.text;
    const isName = (text: string) => isLabel(text, 1) || (previous && isLabel(`${previous} ${text}`, 2));
    const name = placeNames(word!.text, code).find(isName);
    return name ? [{ word: word!, text: name }] : [];
  });
}

/** Maps matches back to offsets in the original input and merges repeated matches. */
function withInputOffsets(matches: QueryMatch[], corrected: Clause[], positive: Clause[]): QueryMatch[] {
  const byWords = new Map<string, QueryMatch>();
  for (const match of matches) {
    const covered = positive.filter((_, i) => coversClause(match, corrected[i]!));
    const typed = uniqueClauses(covered).map(
      ({ clause }) => `${clause.words[0]!.text}${clause.unfinished ? '*' : ''}`,
    );
    const key = normalize(`${typed.join(' ')} ${match.senses.map(({ concept }) => concept).join(' ')}`);
    if (byWords.has(key)) continue;
    const [begin, end] = [covered[0]!.words[0]!.begin, covered.at(-1)!.words.at(-1)!.end];
    byWords.set(key, { ...match, begin, end });
  }
  return [...byWords.values()];
}

/** Concepts named by single words of a compound become partial: the horse of `sea horse`. */
function withCompounds(matches: readonly QueryMatch[], compounds: readonly QueryMatch[]): QueryMatch[] {
  const isInside = (match: QueryMatch) => compounds.some((compound) => liesWithin(match, compound));
  const reduced = matches.map(
    (match): QueryMatch => (isInside(match) ? { ...match, manner: 'partial' } : match),
  );
  return [...reduced, ...compounds];
}

/** Replaces words of the input, unless a replacement changes the number or shape of the clauses. */
function withReplacements(input: string, clauses: Clause[], replacements: Replacement[]) {
  if (replacements.length === 0) return { input, clauses };
  const corrected = applyCorrections(input, replacements);
  const parsed = parseQuery(corrected).filter((clause) => !clause.excluded);
  const hasSameShape =
    parsed.length === clauses.length &&
    parsed.every(
      ({ words, quoted }, i) => words.length === clauses[i]!.words.length && quoted === clauses[i]!.quoted,
    );
  return hasSameShape ? { input: corrected, clauses: parsed } : { input, clauses };
}
