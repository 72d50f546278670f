/** Highlighter: finds the ranges of a text that match the query. */
import {
  type Analyzer,
  analyzerFor,
  areInflections,
  normalize,
  subwords,
  TokenReader,
  tokenize,
  UNSPACED_SCRIPT,
} from '@semantic-search/query/analysis';
import { getOrInsert, getOrInsertBounded } from '@semantic-search/query/collections';
import type { Span } from '../api.ts';

/**
 * Returns the spans of matching words and labels in ascending order, without overlaps.
 *
 * With `extent`, a span starts at most this many UTF-16 units after the first one. Text after `MAX_TEXT_LENGTH` is ignored.
 */
export type Highlight = (text: string, language: string | undefined, extent?: number) => Span[];

/** In UTF-16 units. Reading a million takes 140 ms, and the first pages of a text decide what a result shows. */
const MAX_TEXT_LENGTH = 100_000;

export interface HighlightTargets {
  /** Words, with their inflections; an unfinished word is a prefix. */
  highlightTerms: { word: string; unfinished: boolean }[];
  highlightLabels: string[];
  /** Normalized words that match without inflections. */
  highlightCompounds?: string[];
}

/** `languages` are the languages of the documents. A text without a tag is in the only language, if there is one. */
export function highlighter(targets: HighlightTargets, languages: readonly Analyzer[]): Highlight {
  const { highlightTerms, highlightLabels } = targets;
  if (highlightTerms.length === 0 && highlightLabels.length === 0) return () => [];
  const byLanguage = new Map<string, LanguageTargets>();
  return (text, tag, extent = MAX_TEXT_LENGTH) => {
    const language = analyzerOf(tag, languages);
    const languageTargets = getOrInsert(byLanguage, language.code, () => targetsIn(language, targets));
    return findSpans(text, languageTargets, extent);
  };
}

/** The analyzer of a text. Without a language tag, the only language of the documents applies. */
export function analyzerOf(tag: string | undefined, languages: readonly Analyzer[]): Analyzer {
  return tag || languages.length !== 1 ? analyzerFor(tag) : languages[0]!;
}

/** Highlight targets for texts in one language. */
interface LanguageTargets {
  language: Analyzer;
  /** Normalized words. */
  exact: Set<string>;
  prefixes: string[];
  stems: Set<string>;
  /** By the first stem. */
  labels: Map<string, LabelPattern[]>;
  initials: Initials;
}

function targetsIn(language: Analyzer, targets: HighlightTargets): LanguageTargets {
  const { highlightTerms, highlightLabels, highlightCompounds = [] } = targets;
  const exact = new Set([...highlightTerms.map(({ word }) => normalize(word)), ...highlightCompounds]);
  const prefixes = highlightTerms
    .filter(({ unfinished, word }) => unfinished && (word.length > 1 || UNSPACED_SCRIPT.test(word)))
    .map(({ word }) => normalize(word));
  const stems = new Set(highlightTerms.map(({ word }) => language.stem(word)));
  const labels = labelPatterns(highlightLabels, language);
  const initials = language.keepsFirstLetter
    ? initialsOf([...exact, ...prefixes, ...stems, ...labels.keys()])
    : anyInitial;
  return { language, exact, prefixes, stems, labels, initials };
}

function findSpans(text: string, targets: LanguageTargets, extent: number): Span[] {
  const tokens = tokenBuffer(text, targets.language, targets.initials);
  const spans: Span[] = [];
  let limit = MAX_TEXT_LENGTH;
  for (let token = tokens.candidate(limit); token; token = tokens.candidate(limit)) {
    const labelWords = targets.labels.size > 0 ? labelLength(tokens, targets.labels) : 0;
    const length = Math.max(isTarget(token.form, targets) ? 1 : 0, labelWords);
    if (length > 0) spans.push({ begin: token.begin, end: tokens.at(length - 1)!.end });
    if (spans.length === 1) limit = Math.min(limit, spans[0]!.begin + extent);
    tokens.skip(Math.max(1, length));
  }
  return spans;
}

function isTarget(form: Form, targets: LanguageTargets): boolean {
  return (
    targets.exact.has(form.normalized) ||
    targets.stems.has(form.stem) ||
    targets.prefixes.some((prefix) => form.normalized.startsWith(prefix)) ||
    form.subwords.some((subword) => isTarget(formOf(subword, targets.language), targets))
  );
}

interface Token extends Span {
  form: Form;
}

/** Lookahead buffer over the tokens of a text, which are read on demand. */
function tokenBuffer(text: string, language: Analyzer, initials: Initials) {
  const reader = new TokenReader(text.slice(0, MAX_TEXT_LENGTH));
  const buffer: Token[] = [];
  const push = () => {
    const { begin, end } = reader;
    buffer.push({ begin, end, form: formOf(text.slice(begin, end), language) });
  };
  return {
    /** Returns the next token; skips tokens whose first character no target has. Undefined after `limit`. */
    candidate(limit: number): Token | undefined {
      // Most tokens have another initial, and are skipped without extracting their text.
      while (buffer.length === 0 && reader.next() && reader.begin <= limit)
        if (reader.hasSpecialCharacters || initials[initialOf(text.charCodeAt(reader.begin))] === 1) push();
      return buffer[0] && buffer[0].begin <= limit ? buffer[0] : undefined;
    },
    at(index: number): Token | undefined {
      while (buffer.length <= index && reader.next()) push();
      return buffer[index];
    },
    skip(count: number): void {
      buffer.splice(0, count);
    },
  };
}

/** 1 for each first UTF-16 unit of a normalized target; index 0 stands for all units that are not in the table. */
type Initials = Uint8Array;

/** Below this UTF-16 unit, the next character does not affect normalization: Latin, Greek, Cyrillic and Armenian letters. */
const MAX_SIMPLE_UNIT = 0x590;
const normalizedInitials = Uint16Array.from({ length: MAX_SIMPLE_UNIT }, (_, unit) => {
  const normalized = normalize(String.fromCharCode(unit)).charCodeAt(0);
  return normalized < MAX_SIMPLE_UNIT ? normalized : 0;
});
const anyInitial: Initials = new Uint8Array(MAX_SIMPLE_UNIT).fill(1);

function initialsOf(words: string[]): Initials {
  const initials = new Uint8Array(MAX_SIMPLE_UNIT);
  initials[0] = 1;
  for (const word of words) initials[initialOf(word.charCodeAt(0))] = 1;
  return initials;
}

function initialOf(unit: number): number {
  return unit < MAX_SIMPLE_UNIT ? normalizedInitials[unit]! : 0;
}

interface LabelPattern {
  stems: string[];
  /** Distinguishes inflections of a label of one word from other words with its stem. */
  isForm(word: string): boolean;
}

function labelPatterns(labels: string[], language: Analyzer): Map<string, LabelPattern[]> {
  const byFirstStem = new Map<string, LabelPattern[]>();
  for (const label of labels) {
    const words = tokenize(label).map(({ text }) => text);
    const stems = words.map((word) => language.stem(word));
    const isForm = (word: string) => words.length > 1 || areInflections(word, words[0]!, language.code);
    if (stems.length > 0) getOrInsert(byFirstStem, stems[0]!, () => []).push({ stems, isForm });
  }
  return byFirstStem;
}

/** Number of words of the longest label at the current token, or 0. */
function labelLength({ at }: ReturnType<typeof tokenBuffer>, labels: Map<string, LabelPattern[]>): number {
  let longest = 0;
  const { stem, normalized } = at(0)!.form;
  for (const { stems, isForm } of labels.get(stem) ?? []) {
    const matches = stems.length > longest && stems.every((labelStem, i) => at(i)?.form.stem === labelStem);
    if (matches && isForm(normalized)) longest = stems.length;
  }
  return longest;
}

/** A word of a text in the forms that are compared. */
class Form {
  readonly normalized: string;
  /** `R` and `D` of `R&D`. */
  readonly subwords: string[];
  readonly #word: string;
  readonly #language: Analyzer;
  #stem: string | undefined;

  constructor(word: string, language: Analyzer) {
    this.normalized = normalize(word);
    this.subwords = subwords(word);
    this.#word = word;
    this.#language = language;
  }

  get stem(): string {
    this.#stem ??= this.#language.stem(this.#word);
    return this.#stem;
  }
}

/** Cached by language, because words recur and stemming takes most of the time. */
const cachedForms = new WeakMap<Analyzer, Map<string, Form>>();
/** By language; bounds the memory. */
const MAX_CACHED_FORMS = 20_000;

function formOf(word: string, language: Analyzer): Form {
  const forms = getOrInsert(cachedForms, language, () => new Map());
  return getOrInsertBounded(forms, MAX_CACHED_FORMS, word, () => new Form(word, language));
}
