/** Reference model of query analysis: query language, known words, and phrases of concepts. */

import type { QueryLanguage, QueryOptions } from '@semantic-search/query';
import { parseQuery } from '@semantic-search/query';
import {
  type Analyzer,
  analyzerFor,
  areInflections,
  normalize,
  normalizeSpelling,
  tokenize,
} from '@semantic-search/query/analysis';
import { HIDDEN, type Thesaurus } from '@semantic-search/query/thesaurus';
import type { DocumentInput } from '../../src/writable-space.ts';
import { type CorpusTerms, occurrences, type Phrase } from './occurrences.ts';
import type { ReferenceThesaurus } from './thesaurus.ts';

interface SearchableTexts {
  documents: DocumentInput[];
  thesaurus: ReferenceThesaurus;
  corpus: CorpusTerms;
}

/** All labels of the reference thesaurus are in one language. */
const labelLanguage = analyzerFor('en');

function labelWords({ concepts }: ReferenceThesaurus): string[] {
  return concepts
    .flatMap(({ label, others }) => [label, ...others])
    .flatMap((label) => normalizedWords(label));
}

const normalizedWords = (text: string) => tokenize(text).map((word) => normalizeSpelling(word.text));

/**
 * Returns the requested language, or another that knows all words it knows and more. Without a request, the language of
 * most words, then of most documents.
 */
export function referenceQueryLanguage(
  input: string,
  tag: string | undefined,
  texts: SearchableTexts,
): QueryLanguage {
  const typed = parseQuery(input)
    .filter(({ excluded }) => !excluded)
    .flatMap((clause) => clause.words.map(({ text }) => text));
  const has = (language: Analyzer, word: string) =>
    texts.corpus.has(word, language) ||
    (language === labelLanguage && labelWords(texts.thesaurus).includes(normalizeSpelling(word)));
  const isStop = (language: Analyzer, word: string) => language.isStopWord(normalize(word));
  const knows = (language: Analyzer, word: string) => isStop(language, word) || has(language, word);
  const frequent = frequentLanguages(texts.documents);
  if (!tag) {
    const [best] = frequent
      .map((language) => ({ language, count: typed.filter((word) => knows(language, word)).length }))
      .sort((a, b) => b.count - a.count);
    return { stopWordAnalyzer: best?.language, analyzer: undefined, isForeign: () => false };
  }
  const isOf = (language: Analyzer, word: string) =>
    knows(language, word) ||
    texts.corpus.isWord(word, language) ||
    (language === labelLanguage && isInLabels(word, texts, true));
  const requested = analyzerFor(tag);
  const labelled = texts.thesaurus.concepts.length > 0 ? [labelLanguage] : [];
  const other = [...frequent, ...labelled].find((language) => {
    const isTelling = (word: string) => has(language, word) && !isStop(language, word);
    return (
      typed.every((word) => !isOf(requested, word) || knows(language, word)) &&
      typed.some((word) => !isOf(requested, word) && isTelling(word))
    );
  });
  const own = other ?? requested;
  return { stopWordAnalyzer: own, analyzer: own, isForeign: (word) => !isOf(own, word) };
}

/** Most frequent first. */
export function documentLanguages(documents: DocumentInput[]): Analyzer[] {
  const count = countsOf(documents);
  return [...count.keys()].sort((a, b) => count.get(b)! - count.get(a)! || (a < b ? -1 : 1)).map(analyzerFor);
}

/** Languages with at least 1 % of the documents of the most frequent one. */
function frequentLanguages(documents: DocumentInput[]): Analyzer[] {
  const count = countsOf(documents);
  const most = Math.max(0, ...count.values());
  return documentLanguages(documents).filter(({ code }) => count.get(code)! * 100 >= most);
}

function countsOf(documents: DocumentInput[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of documents) {
    const { code } = analyzerFor(language);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** Whether a label has the word or, with `stemming`, an inflection of it. */
export function isInLabels(word: string, { thesaurus }: SearchableTexts, stemming: boolean): boolean {
  const typed = normalizeSpelling(word);
  const alike = typed.slice(0, Math.max(3, typed.length - 4));
  const isForm = (text: string) =>
    text.startsWith(alike) &&
    text.length <= typed.length + 4 &&
    labelLanguage.stem(text) === labelLanguage.stem(typed) &&
    areInflections(text, typed, labelLanguage.code);
  return labelWords(thesaurus).some((text) => text === typed || (stemming && isForm(text)));
}

export function isLabelWordPrefix(beginning: string, { thesaurus }: SearchableTexts): boolean {
  return labelWords(thesaurus).some((word) => word.startsWith(normalizeSpelling(beginning)));
}

/** Whether the word is complete, even if others start with it. */
export function isWholeWord(word: string, { documents, thesaurus }: SearchableTexts): boolean {
  const only = [new Set([normalize(word)])];
  const isMet =
    documents.some((each) => occurrences(each, only, 1) > 0) ||
    labelWords(thesaurus).includes(normalizeSpelling(word));
  return word.length > 2 && isMet;
}

/**
 * Returns the phrases of a concept: each label with the forms of its words in its own language. Skips labels of stop
 * words only, except the normalized input `typed`.
 */
export function phrasesFor(
  concept: number,
  typed: string,
  thesaurus: Thesaurus,
  corpus: CorpusTerms,
  { stemming, stopWords }: Pick<QueryOptions, 'stemming' | 'stopWords'>,
): Phrase[] {
  return thesaurus
    .labels(concept)
    .filter(({ kind }) => kind !== HIDDEN)
    .map(({ text, language }) => ({ text, own: tokenize(text), read: analyzerFor(language) }))
    .filter(({ text, own, read }) => {
      const isEmpty = own.every((word) => read.isStopWord(normalize(word.text)));
      return normalize(text) === typed || !(stopWords && isEmpty);
    })
    .map(({ own, read }) => {
      const forms = own.map((word) => corpus.formsOf(word.text, stemming ? [read] : []));
      const isName = (term: string) => areInflections(own[0]!.text, term, read.code);
      return own.length === 1 ? [new Set([...forms[0]!].filter(isName))] : forms;
    });
}
