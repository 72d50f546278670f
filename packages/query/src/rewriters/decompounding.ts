/** Query decompounding: splits words that neither documents nor labels contain, such as `Zugvögel`. */
import type { Analyzer } from '../analysis/analyzers.ts';
import { compoundingRules, decompound, MAX_COMPOUND_LENGTH, partTokens } from '../analysis/decompounder.ts';
import { hasSpecialCharacters } from '../analysis/word-shapes.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import { type Clause, clausePerWord, MAX_CLAUSES } from '../parser.ts';
import { type DecompoundedClauses, MAX_EXPANDED_TERMS } from '../query-plan.ts';
import { isInsideAny } from './full-labels.ts';
import type { QueryDraft } from './query-draft.ts';

/** Shorter words are not compounds; in UTF-16 units. */
const MIN_WORD_LENGTH = 5;
/** Minimum length of a part that is a label itself: `Zug`. */
const MIN_PART_LENGTH = 3;

/** Splits the typed clauses, unless an earlier pass has split them. */
export function splitWords(query: QueryDraft): void {
  const { plan, typed } = query;
  if (query.hasVariants) plan.decompounded ??= decompoundClauses(query);
  const { clauses, splits } = plan.decompounded ?? { clauses: typed, splits: [] };
  query.clauses = clauses;
  query.positive = clauses.filter((clause) => !clause.excluded);
  query.unsplit = typed.filter(({ words: [word] }) => !splits.some((split) => split.word === word));
  plan.hasPhrases = query.positive.some(({ quoted }) => quoted);
}

function decompoundClauses(query: QueryDraft): DecompoundedClauses {
  const result: DecompoundedClauses = { typed: query.typed, clauses: [], splits: [] };
  const isNamed = isInsideAny(query.labels);
  let tried = 0;
  for (const [i, clause] of query.typed.entries()) {
    const word = clause.words[0]!;
    const maySplit =
      i < MAX_CLAUSES && tried < MAX_EXPANDED_TERMS && isUnknown(clause, query) && !isNamed(word);
    if (maySplit) tried++;
    const parts = maySplit ? splitCompound(word.text, query) : undefined;
    if (!parts) {
      result.clauses.push(clause);
      continue;
    }
    const tokens = partTokens(word, parts);
    result.clauses.push(...clausePerWord(clause, tokens));
    result.splits.push({ word, text: tokens.map(({ text }) => text).join(' ') });
  }
  return result;
}

/** True for a word that neither a label nor a document contains in any form. An unfinished word may be a known prefix. */
function isUnknown(clause: Clause, { vocabulary }: QueryDraft): boolean {
  const { text } = clause.words[0]!;
  if (clause.quoted || clause.excluded || hasSpecialCharacters(text)) return false;
  if (text.length < MIN_WORD_LENGTH || text.length > MAX_COMPOUND_LENGTH) return false;
  return !vocabulary.has(text) && !(clause.unfinished && vocabulary.hasPrefix(text));
}

/** The parts, normalized and in order; undefined if no language of the query can split the word. */
function splitCompound(text: string, { plan, statistics }: QueryDraft): string[] | undefined {
  const analyzer = plan.language.analyzer;
  const analyzers = analyzer ? [analyzer] : statistics.languages().map(({ language }) => language);
  return analyzers.map((language) => splitIn(text, language, statistics)).find((parts) => parts);
}

function splitIn(text: string, language: Analyzer, statistics: IndexStatistics): string[] | undefined {
  const rules = compoundingRules(language.code);
  if (!rules) return undefined;
  const { termDictionary, indexedThesaurus } = statistics;
  const labelOptions = { isQuery: true, languages: [language.code] };
  const partDecisions = new Map<string, boolean>();
  const isPart = (normalized: string) => {
    if (rules.suffixes?.test(normalized)) return false;
    const [label] = indexedThesaurus.conceptMatcher.match(normalized, labelOptions);
    const isLong = normalized.length >= rules.minPartLength;
    if (label && (isLong || label.senses.some(({ isExact }) => isExact))) return true;
    return isLong && termDictionary.isWord(normalized, language);
  };
  return decompound(text, language.code, (part) => getOrInsert(partDecisions, part, isPart), MIN_PART_LENGTH);
}
