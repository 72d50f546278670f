/**
 * Query decompounding: splits words that occur neither in documents nor in labels into words that do.
 *
 * `Zugvögel` becomes `Zug` and `Vögel`. A known prefix is not split while it is typed.
 */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { compoundingRules, decompound } from '../analysis/decompounder.ts';
import { normalizeSpelling, originalLength } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { hasSpecialCharacters } from '../analysis/word-shapes.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { type Clause, MAX_CLAUSES } from '../parser.ts';
import type { DecompoundedClauses } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import { isInsideAny } from './label-matches.ts';
import type { QueryDraft } from './query-draft.ts';

const MIN_WORD_LENGTH = 5;
const MAX_WORD_LENGTH = 60;
/** Minimum length of a part that is a label itself: `Zug`. */
const MIN_PART_LENGTH = 3;

/** Splits the typed clauses, unless an earlier pass has split them. */
export function splitWords(query: QueryDraft): void {
  const { plan, options, typed } = query;
  if (query.hasVariants) {
    const isSame = options.previous?.isUnquoted === plan.isUnquoted;
    plan.decompounded = (isSame ? options.previous?.decompounded : undefined) ?? decompoundClauses(query);
  }
  const { clauses, splits } = plan.decompounded ?? { clauses: typed, splits: [] };
  query.clauses = clauses;
  query.positive = clauses.filter((clause) => !clause.excluded);
  query.unsplit = typed.filter(({ words: [word] }) => !splits.some((split) => split.word === word));
  plan.hasPhrases = query.positive.some(({ quoted }) => quoted);
}

function decompoundClauses(query: QueryDraft): DecompoundedClauses {
  const result: DecompoundedClauses = { typed: query.typed, clauses: [], splits: [], rare: [] };
  const isNamed = isInsideAny(query.labels);
  let tried = 0;
  for (const [i, clause] of query.typed.entries()) {
    const word = clause.words[0]!;
    const maySplit =
      i < MAX_CLAUSES && tried < MAX_EXPANDED_TERMS && isUnknown(clause, query) && !isNamed(word);
    if (maySplit) tried++;
    const isRare = maySplit && query.vocabulary.isInDocuments(word.text, 'inflected');
    const parts = maySplit ? partsOf(word.text, isRare ? 'labels' : 'all', query) : undefined;
    if (!parts) {
      result.clauses.push(clause);
      continue;
    }
    const tokens = partTokens(word, parts);
    for (const token of tokens)
      result.clauses.push({
        ...clause,
        words: [token],
        unfinished: clause.unfinished && token === tokens.at(-1),
      });
    result.splits.push({ word, text: tokens.map(({ text }) => text).join(' ') });
    if (isRare) result.rare.push(word);
  }
  return result;
}

/** True for a word that no label and no or few documents contain in this form. */
function isUnknown(
  { words: [word], quoted, excluded, unfinished }: Clause,
  { vocabulary }: QueryDraft,
): boolean {
  const { text } = word!;
  if (quoted || excluded || hasSpecialCharacters(text)) return false;
  if (text.length < MIN_WORD_LENGTH || text.length > MAX_WORD_LENGTH) return false;
  const isMissing = vocabulary.isInDocuments(text, 'inflected')
    ? vocabulary.isRare(text)
    : !(unfinished && vocabulary.hasPrefix(text));
  return isMissing && !vocabulary.isInLabels(text, 'inflected');
}

/**
 * The parts, normalized and in order; undefined if the word cannot be split. Rare words, such as `Waldvögel`, are split only
 * if labels contain each part.
 */
function partsOf(text: string, sources: 'all' | 'labels', query: QueryDraft): string[] | undefined {
  const own = query.plan.language.analyzer?.code;
  const analyzers = own ? [analyzerFor(own)] : query.statistics.languages().map(({ language }) => language);
  return analyzers.map((language) => splitCompound(text, language, sources, query)).find((parts) => parts);
}

function splitCompound(
  text: string,
  language: Analyzer,
  sources: 'all' | 'labels',
  query: QueryDraft,
): string[] | undefined {
  const rules = compoundingRules(language.code);
  if (!rules) return undefined;
  const { termDictionary } = query.statistics;
  const decided = new Map<string, boolean>();
  const isPart = (normalized: string) => {
    if (rules.suffixes?.test(normalized)) return false;
    const [label] = matchLabel(normalized, query, language);
    const isLong = normalized.length >= rules.minPartLength;
    if (label && (isLong || label.senses.some(({ exact }) => exact))) return true;
    return isLong && sources === 'all' && termDictionary.isWord(normalized, language);
  };
  const isPartOnce = (normalized: string) => getOrInsert(decided, normalized, isPart);
  return decompound(text, language.code, isPartOnce, MIN_PART_LENGTH);
}

function matchLabel(text: string, { statistics }: QueryDraft, { code }: Analyzer) {
  return statistics.thesaurus.conceptMatcher.match(text, { query: true, languages: [code] });
}

/** Tokens of the parts with their original spelling and offsets; linking elements belong to none. */
function partTokens({ text, begin }: Token, parts: string[]): Token[] {
  const normalized = normalizeSpelling(text);
  let end = 0;
  return parts.map((part) => {
    const at = normalized.indexOf(part, end);
    end = at + part.length;
    const [from, to] = [originalLength(text, at), originalLength(text, end)];
    return { text: text.slice(from, to), begin: begin + from, end: begin + to };
  });
}
