/**
 * How an input is read, without an index and in the plainest way: which language it is in, which of its words are right,
 * and what a text may call a concept.
 */

import { type Analyzer, analyzerFor } from '../../src/analysis/analyzers.ts';
import { areInflections } from '../../src/analysis/inflection.ts';
import { normalize, normalizeSpelling } from '../../src/analysis/normalizer.ts';
import { tokenize } from '../../src/analysis/tokenizer.ts';
import type { DocumentInput } from '../../src/api.ts';
import { parseQuery } from '../../src/query/parser.ts';
import type { QueryLanguage } from '../../src/query/query-language.ts';
import type { QueryOptions } from '../../src/query/query-plan.ts';
import { HIDDEN, type Thesaurus } from '../../src/thesaurus/thesaurus.ts';
import { type Met, occurrences, type Phrase } from './occurrences.ts';
import type { ReferenceThesaurus } from './thesaurus.ts';

interface Held {
  documents: DocumentInput[];
  thesaurus: ReferenceThesaurus;
  met: Met;
}

/** All labels of such a thesaurus are in one language. */
const labelLanguage = analyzerFor('en');

function labelWords({ concepts }: ReferenceThesaurus): string[] {
  return concepts.flatMap(({ label, others }) => [label, ...others]).flatMap((label) => foldedWords(label));
}

const foldedWords = (text: string) => tokenize(text).map((word) => normalizeSpelling(word.text));

/** The language asked in, or another that knows all that it knows and more; else that of most words, then of most documents. */
export function languageRead(input: string, tag: string | undefined, held: Held): QueryLanguage {
  const typed = parseQuery(input)
    .filter(({ excluded }) => !excluded)
    .flatMap((clause) => clause.words.map(({ text }) => text));
  const has = (language: Analyzer, word: string) =>
    held.met.has(word, language) ||
    (language === labelLanguage && labelWords(held.thesaurus).includes(normalizeSpelling(word)));
  const isStop = (language: Analyzer, word: string) => language.isStopWord(normalize(word));
  const knows = (language: Analyzer, word: string) => isStop(language, word) || has(language, word);
  const usual = inFairShare(held.documents);
  if (!tag) {
    const [best] = usual
      .map((language) => ({ language, count: typed.filter((word) => knows(language, word)).length }))
      .sort((a, b) => b.count - a.count);
    return { stopWordAnalyzer: best?.language, analyzer: undefined, isForeign: () => false };
  }
  const isOf = (language: Analyzer, word: string) =>
    knows(language, word) ||
    held.met.isWord(word, language) ||
    (language === labelLanguage && isInLabels(word, held, true));
  const asked = analyzerFor(tag);
  const labelled = held.thesaurus.concepts.length > 0 ? [labelLanguage] : [];
  const other = [...usual, ...labelled].find((language) => {
    const isTelling = (word: string) => has(language, word) && !isStop(language, word);
    return (
      typed.every((word) => !isOf(asked, word) || knows(language, word)) &&
      typed.some((word) => !isOf(asked, word) && isTelling(word))
    );
  });
  const own = other ?? asked;
  return { stopWordAnalyzer: own, analyzer: own, isForeign: (word) => !isOf(own, word) };
}

/** Those of most documents first. */
export function languagesOf(documents: DocumentInput[]): Analyzer[] {
  const count = countsOf(documents);
  return [...count.keys()].sort((a, b) => count.get(b)! - count.get(a)! || (a < b ? -1 : 1)).map(analyzerFor);
}

/** Those of a hundredth of the documents that the most common one has. */
function inFairShare(documents: DocumentInput[]): Analyzer[] {
  const count = countsOf(documents);
  const most = Math.max(0, ...count.values());
  return languagesOf(documents).filter(({ code }) => count.get(code)! * 100 >= most);
}

function countsOf(documents: DocumentInput[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of documents) {
    const { code } = analyzerFor(language);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** Some label has the word or, with `stemming`, a form that differs at its end. */
export function isInLabels(word: string, { thesaurus }: Held, stemming: boolean): boolean {
  const typed = normalizeSpelling(word);
  const alike = typed.slice(0, Math.max(3, typed.length - 4));
  const isForm = (text: string) =>
    text.startsWith(alike) &&
    text.length <= typed.length + 4 &&
    labelLanguage.stem(text) === labelLanguage.stem(typed) &&
    areInflections(text, typed, labelLanguage.code);
  return labelWords(thesaurus).some((text) => text === typed || (stemming && isForm(text)));
}

export function beginsLabelWord(beginning: string, { thesaurus }: Held): boolean {
  return labelWords(thesaurus).some((word) => word.startsWith(normalizeSpelling(beginning)));
}

/** The word is one by itself, though another may begin with it. */
export function isWholeWord(word: string, { documents, thesaurus }: Held): boolean {
  const only = [new Set([normalize(word)])];
  const isMet =
    documents.some((each) => occurrences(each, only, 1) > 0) ||
    labelWords(thesaurus).includes(normalizeSpelling(word));
  return word.length > 2 && isMet;
}

/**
 * What a text may call a concept: each label with the forms of its words in its own language. `typed` is folded; of
 * other labels those that say nothing are left out.
 */
export function phrasesFor(
  concept: number,
  typed: string,
  thesaurus: Thesaurus,
  met: Met,
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
      const forms = own.map((word) => met.formsOf(word.text, stemming ? [read] : []));
      const isName = (term: string) => areInflections(own[0]!.text, term, read.code);
      return own.length === 1 ? [new Set([...forms[0]!].filter(isName))] : forms;
    });
}
