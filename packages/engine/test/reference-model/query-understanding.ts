/**
 * How an input is read, without an index and in the plainest way: which language it is in, which of its words are right,
 * and what a text may call a concept.
 */

import { type Language, languageOf } from '../../src/analysis/analyzers.ts';
import { areForms } from '../../src/analysis/inflection.ts';
import { fold, foldSpelling } from '../../src/analysis/normalizer.ts';
import { words } from '../../src/analysis/tokenizer.ts';
import type { DocumentInput } from '../../src/api.ts';
import { parseInput } from '../../src/query/parser.ts';
import type { InputLanguage } from '../../src/query/query-language.ts';
import type { SearchSettings } from '../../src/query/query-plan.ts';
import { HIDDEN, type Thesaurus } from '../../src/thesaurus/thesaurus.ts';
import { type Met, occurrences, type Phrase } from './occurrences.ts';
import type { NaiveThesaurus } from './thesaurus.ts';

interface Held {
  documents: DocumentInput[];
  thesaurus: NaiveThesaurus;
  met: Met;
}

/** All labels of such a thesaurus are in one language. */
const labelLanguage = languageOf('en');

function labelWords({ concepts }: NaiveThesaurus): string[] {
  return concepts.flatMap(({ label, others }) => [label, ...others]).flatMap((label) => foldedWords(label));
}

const foldedWords = (text: string) => words(text).map((word) => foldSpelling(word.text));

/** The language asked in, or another that knows all that it knows and more; else that of most words, then of most documents. */
export function languageRead(input: string, tag: string | undefined, held: Held): InputLanguage {
  const typed = parseInput(input)
    .filter(({ excluded }) => !excluded)
    .flatMap((clause) => clause.words.map(({ text }) => text));
  const has = (language: Language, word: string) =>
    held.met.has(word, language) ||
    (language === labelLanguage && labelWords(held.thesaurus).includes(foldSpelling(word)));
  const isStop = (language: Language, word: string) => language.isStopWord(fold(word));
  const knows = (language: Language, word: string) => isStop(language, word) || has(language, word);
  const usual = inFairShare(held.documents);
  if (!tag) {
    const [best] = usual
      .map((language) => ({ language, count: typed.filter((word) => knows(language, word)).length }))
      .sort((a, b) => b.count - a.count);
    return { stops: best?.language, own: undefined, isForeign: () => false };
  }
  const isOf = (language: Language, word: string) =>
    knows(language, word) ||
    held.met.isWord(word, language) ||
    (language === labelLanguage && isInLabels(word, held, true));
  const asked = languageOf(tag);
  const labelled = held.thesaurus.concepts.length > 0 ? [labelLanguage] : [];
  const other = [...usual, ...labelled].find((language) => {
    const isTelling = (word: string) => has(language, word) && !isStop(language, word);
    return (
      typed.every((word) => !isOf(asked, word) || knows(language, word)) &&
      typed.some((word) => !isOf(asked, word) && isTelling(word))
    );
  });
  const own = other ?? asked;
  return { stops: own, own, isForeign: (word) => !isOf(own, word) };
}

/** Those of most documents first. */
export function languagesOf(documents: DocumentInput[]): Language[] {
  const count = countsOf(documents);
  return [...count.keys()].sort((a, b) => count.get(b)! - count.get(a)! || (a < b ? -1 : 1)).map(languageOf);
}

/** Those of a hundredth of the documents that the most common one has. */
function inFairShare(documents: DocumentInput[]): Language[] {
  const count = countsOf(documents);
  const most = Math.max(0, ...count.values());
  return languagesOf(documents).filter(({ code }) => count.get(code)! * 100 >= most);
}

function countsOf(documents: DocumentInput[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of documents) {
    const { code } = languageOf(language);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** Some label has the word or, with `stemming`, a form that differs at its end. */
export function isInLabels(word: string, { thesaurus }: Held, stemming: boolean): boolean {
  const typed = foldSpelling(word);
  const alike = typed.slice(0, Math.max(3, typed.length - 4));
  const isForm = (text: string) =>
    text.startsWith(alike) &&
    text.length <= typed.length + 4 &&
    labelLanguage.stem(text) === labelLanguage.stem(typed) &&
    areForms(text, typed, labelLanguage.code);
  return labelWords(thesaurus).some((text) => text === typed || (stemming && isForm(text)));
}

export function beginsLabelWord(beginning: string, { thesaurus }: Held): boolean {
  return labelWords(thesaurus).some((word) => word.startsWith(foldSpelling(beginning)));
}

/** The word is one by itself, though another may begin with it. */
export function isWholeWord(word: string, { documents, thesaurus }: Held): boolean {
  const only = [new Set([fold(word)])];
  const isMet =
    documents.some((each) => occurrences(each, only, 1) > 0) ||
    labelWords(thesaurus).includes(foldSpelling(word));
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
  { stemming, stopWords }: Pick<SearchSettings, 'stemming' | 'stopWords'>,
): Phrase[] {
  return thesaurus
    .labels(concept)
    .filter(({ kind }) => kind !== HIDDEN)
    .map(({ text, language }) => ({ text, own: words(text), read: languageOf(language) }))
    .filter(({ text, own, read }) => {
      const isEmpty = own.every((word) => read.isStopWord(fold(word.text)));
      return fold(text) === typed || !(stopWords && isEmpty);
    })
    .map(({ own, read }) => {
      const forms = own.map((word) => met.formsOf(word.text, stemming ? [read] : []));
      const isName = (term: string) => areForms(own[0]!.text, term, read.code);
      return own.length === 1 ? [new Set([...forms[0]!].filter(isName))] : forms;
    });
}
