/** Labels that a query names in full: as typed, quoted, excluded, or written as several words. */
import type { Token } from '../analysis/tokenizer.ts';
import type { Span } from '../api.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import type { QueryLanguage } from '../query-plan.ts';
import type { ConceptMatch, ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';
import type { Sense } from '../thesaurus/sense-disambiguation.ts';
import type { QueryDraft, QueryMatch } from './query-draft.ts';
import { joinedWords } from './spelling-variants.ts';

/** Minimum length of an unfinished word that names a concept; a label of exactly this spelling may be shorter. */
const MIN_UNFINISHED_LENGTH = 3;
const MIN_UNFINISHED_EXACT_LENGTH = 2;
/** A single character of these scripts can be a word. */
const ideograph = /\p{Script=Han}/u;

/** True if all words of the clause lie within the match. */
export function coversClause(match: ConceptMatch, clause: Clause): boolean {
  return clause.words.every((word) => liesWithin(word, match));
}

/** Returns a test for words that belong to one of the matches. */
export function isInsideAny(matches: readonly ConceptMatch[]): (word: Token) => boolean {
  return (word) => matches.some((match) => liesWithin(word, match));
}

export function liesWithin({ begin, end }: Span, match: ConceptMatch): boolean {
  return match.begin <= begin && end <= match.end;
}

/** Options for matching labels; only relaxed words accept inflections of labels in other languages. */
export function conceptMatchOptions({ plan, options: { words, signal } }: QueryDraft): ConceptMatchOptions {
  const { language } = plan;
  return { ...exactMatchOptions(language, words ? language.isForeign : undefined), signal };
}

/** Options that accept inflections of labels in other languages only for foreign words, by default for none. */
function exactMatchOptions(
  { stopWordAnalyzer, analyzer }: QueryLanguage,
  isForeign: (word: string) => boolean = () => false,
): ConceptMatchOptions {
  const preferredLanguage = analyzer && { language: analyzer, isForeign };
  return { isQuery: true, stopWordsOf: stopWordAnalyzer, preferredLanguage };
}

/** Finds the labels in the input as typed, on which the splitting and correction of words depend. */
export function matchTypedLabels(query: QueryDraft): void {
  if (!query.settings.expanding) return;
  const positive = query.typed.filter((clause) => !clause.excluded);
  query.labels = matchLabels(query.input, positive, query);
}

/** Labels that consist of whole words of the text, without excluded, quoted and short unfinished words. */
export function matchLabels(text: string, positive: Clause[], query: QueryDraft): ConceptMatch[] {
  const { conceptMatcher } = query.statistics.indexedThesaurus;
  return conceptMatcher.match(text, conceptMatchOptions(query)).filter((match) => {
    const covered = positive.filter((clause) => coversClause(match, clause));
    const isUnfinished = covered.length === 1 && covered[0]!.unfinished;
    const isWhole = covered.length === match.words && !covered.some((clause) => clause.quoted);
    return isWhole && !(isUnfinished && isTooShort(text, match));
  });
}

function isTooShort(text: string, { begin, end, senses }: ConceptMatch): boolean {
  const isExact = senses.some((sense) => sense.isExact);
  const minLength = isExact ? MIN_UNFINISHED_EXACT_LENGTH : MIN_UNFINISHED_LENGTH;
  return end - begin < minLength && !ideograph.test(text.slice(begin, end));
}

/** Matches of quoted clauses with labels, by exact spelling. */
export function quotedConcepts(
  clauses: Clause[],
  language: QueryLanguage,
  query: Pick<QueryDraft, 'input' | 'statistics'>,
): ConceptMatch[] {
  return uniqueClauses(clauses.filter((clause) => clause.quoted)).flatMap(({ clause }) => {
    const senses = sensesOf(clause, language, query);
    if (senses.length === 0) return [];
    const [begin, end] = [clause.words[0]!.begin, clause.words.at(-1)!.end];
    return [{ begin, end, words: clause.words.length, senses, isNested: false }];
  });
}

/** Senses of the whole clause; for a quoted clause, only senses with a label of the same spelling. */
export function sensesOf(
  { words, quoted }: Clause,
  language: QueryLanguage,
  { input, statistics }: Pick<QueryDraft, 'input' | 'statistics'>,
): Sense[] {
  const text = input.slice(words[0]!.begin, words.at(-1)!.end);
  const matches = statistics.indexedThesaurus.conceptMatcher.match(text, exactMatchOptions(language));
  return matches
    .filter((match) => match.words === words.length)
    .flatMap((match) => match.senses)
    .filter(({ isExact }) => isExact || !quoted);
}

/** Concepts whose label is typed as several words (`sea horse`); skips words that already form a label as typed. */
export function compoundConcepts({ positive, input, labels, plan, statistics }: QueryDraft): QueryMatch[] {
  const { conceptMatcher } = statistics.indexedThesaurus;
  return joinedWords(positive, input, () => true).flatMap(({ clauses: joined, word }) => {
    if (labels.some((match) => joined.every((clause) => coversClause(match, clause)))) return [];
    const [begin, end] = [joined[0]!.words[0]!.begin, joined.at(-1)!.words.at(-1)!.end];
    return conceptMatcher
      .match(word, exactMatchOptions(plan.language))
      .filter((match) => match.end - match.begin === word.length)
      .map((match) => ({ ...match, begin, end }));
  });
}

/** Removes matches of single words of phrases that no document has: `"lone wolf"` is not a query for loners. */
export function removeWordsOfPhrases(query: QueryDraft): void {
  const words = [...query.missing].flatMap((clause) => (clause.words.length > 1 ? clause.words : []));
  query.matches = query.matches.filter(
    (match) =>
      (match.words > 1 && match.manner !== 'partial') || !words.some((word) => liesWithin(word, match)),
  );
}
