/** Finds the labels of concepts in a text: longest first, by stems, in one language or all that labels have. */
import { atOnce, type Steps } from '../in-steps.ts';
import { foldSpelling } from '../text/fold.ts';
import { areForms } from '../text/inflection.ts';
import { type Language, languageOf } from '../text/languages.ts';
import { type Word, words } from '../text/words.ts';
import { emptyPrint, extendPrint, findPrint, printOf } from './fingerprints.ts';
import { formsOf, longestLabel, type PhraseTable, stemCode } from './label-phrases.ts';
import type { Thesaurus } from './thesaurus.ts';

export { type PhraseTable, phraseTable } from './label-phrases.ts';

/** One thing that a stretch of text can name. */
export interface Naming {
  concept: number;
  /** Number of the label, see `Thesaurus.labelText`. */
  label: number;
  /** The words are the label's own, not only other forms of them. */
  exact: boolean;
}

export interface LabelMatch {
  /** In UTF-16 units of the text, `end` exclusive. */
  begin: number;
  end: number;
  /** How many words of the text. */
  words: number;
  /** Several where labels are homonyms; each concept once, its best label first. */
  namings: Naming[];
  /** Lies inside a longer match. */
  nested: boolean;
}

export interface RecognitionOptions {
  /** BCP 47; labels of these languages and those without language are found. All languages where absent. */
  languages?: string[];
  /** Also matches inside longer ones. */
  nested?: boolean;
  /** True for what people type: upper and lower case say nothing about abbreviations, nor does punctuation. */
  query?: boolean;
  /** Whose words say nothing; any language of the labels where absent. */
  stopWordsOf?: Language | undefined;
  /** The language whose labels are meant first. Others are met as they are written, and in other forms by words foreign to it. */
  meant?: { language: Language; isForeign(word: string): boolean } | undefined;
  /** Looked at between words of the text, since a long one takes its time. */
  signal?: AbortSignal | undefined;
}

type Meant = NonNullable<RecognitionOptions['meant']>;

export interface Recogniser {
  /** In the order of the text; without `nested` no two overlap. */
  recognise(text: string, options?: RecognitionOptions): LabelMatch[];
  /** The same, for long texts. */
  recogniseInSteps(text: string, options?: RecognitionOptions): Steps<LabelMatch[]>;
}

/** A text's words as one language sees them. */
interface Reading {
  language: Language;
  prints: number[];
}

const wordsAtOnce = 1024;

export function openRecogniser(phrases: PhraseTable, thesaurus: Thesaurus): Recogniser {
  const known = phrases.languages.map(languageOf);
  return {
    recognise: (text, options) => atOnce(recogniseInSteps(text, options)),
    recogniseInSteps,
  };

  function* recogniseInSteps(text: string, options: RecognitionOptions = {}): Steps<LabelMatch[]> {
    const found = words(text);
    const asked = options.languages?.map(stemCode);
    const languages = asked ? known.filter(({ code }) => code === '' || asked.includes(code)) : known;
    const readings: Reading[] = [];
    for (const language of languages) {
      const prints: number[] = [];
      for (const [i, word] of found.entries()) {
        if (i % wordsAtOnce === 0) {
          options.signal?.throwIfAborted();
          if (i > 0) yield;
        }
        prints.push(printOf(language.code, language.stem(word.text)));
      }
      readings.push({ language, prints });
    }
    return yield* matchesIn(text, found, readings, options);
  }

  function* matchesIn(
    text: string,
    found: Word[],
    readings: Reading[],
    options: RecognitionOptions,
  ): Steps<LabelMatch[]> {
    const matches: LabelMatch[] = [];
    let covered = 0;
    for (let first = 0; first < found.length; first++) {
      if (first % wordsAtOnce === 0) {
        options.signal?.throwIfAborted();
        if (first > 0) yield;
      }
      if (first < covered && !options.nested) continue;
      const longest = matches.length;
      for (const [length, labels] of labelsFrom(text, found, readings, first, options.query === true)) {
        const last = first + length;
        const [begin, end] = [found[first]!.begin, found[last - 1]!.end];
        const namings = namingsOf(labels, text.slice(begin, end), readings, {
          ...options,
          signed: signedFrom(text, begin, end),
          whole: length === found.length,
        });
        if (namings.length === 0) continue;
        const nested = last <= covered || matches.length > longest;
        // A match that begins inside a longer one and ends outside of it is no phrase of the text.
        if (first < covered && last > covered) continue;
        matches.push({ begin, end, words: length, namings, nested });
        covered = Math.max(covered, last);
        if (!options.nested) break;
      }
    }
    return matches;
  }

  /** Labels that begin at a word, by their number of words, longest first. */
  function labelsFrom(
    text: string,
    found: Word[],
    readings: Reading[],
    first: number,
    query: boolean,
  ): [number, number[]][] {
    const byLength: [number, number[]][] = [];
    for (const { prints } of readings) {
      let print = emptyPrint;
      for (let length = 1; length <= longestLabel && first + length <= found.length; length++) {
        const word = first + length - 1;
        if (length > 1 && !query && isBreak(text, found[word - 1]!, found[word]!)) break;
        print = extendPrint(print, prints[word]!);
        const entry = findPrint(phrases.table, print);
        if (entry < 0) break;
        const [begin, end] = [phrases.starts[entry]!, phrases.starts[entry + 1]!];
        if (begin === end) continue;
        const labels = [...phrases.labels.subarray(begin, end)];
        const same = byLength.find(([each]) => each === length);
        if (same) same[1].push(...labels);
        else byLength.push([length, labels]);
      }
    }
    return byLength.sort((a, b) => b[0] - a[0]);
  }

  function namingsOf(
    labels: number[],
    matched: string,
    readings: Reading[],
    {
      query = false,
      whole,
      signed,
      stopWordsOf,
      meant,
    }: RecognitionOptions & { whole: boolean; signed: string },
  ): Naming[] {
    const folded = foldSpelling(matched);
    const stopLanguages = stopWordsOf ? [stopWordsOf] : readings.map(({ language }) => language);
    const isStopWord = stopLanguages.some((language) => language.isStopWord(folded));
    const best = new Map<number, Naming>();
    for (const label of labels) {
      const text = thesaurus.labelText(label);
      const exact = foldSpelling(text) === folded || (query && isForm(text, folded));
      const { code } = languageOf(thesaurus.labelLanguage(label));
      // In a German text, what is derived tells enough of what it is about: F1@5 of extraction says so.
      if (!exact && (query || code !== 'de') && isDerived(text, matched, code)) continue;
      // A word that says nothing in one language can be all that is asked for in another: French `ours`.
      const means = !isStopWord || (query && whole && exact && !saysNothing(label, folded));
      const isSigned = signed !== matched && foldSpelling(text) === foldSpelling(signed);
      const isWritten = isAbbreviation(text) ? text === matched || (query && !isStopWord) : means;
      if (!isWritten && !isSigned) continue;
      const concept = thesaurus.current(thesaurus.labelConcept(label));
      const naming = { concept, label, exact };
      const other = best.get(concept);
      if (!other || rank(naming, meant) < rank(other, meant)) best.set(concept, naming);
    }
    const namings = inForce([...best.values()], query).sort((a, b) => rank(a, meant) - rank(b, meant));
    const likely = asSigned(meant ? likelyAmong(namings, matched, meant) : namings, signed, query);
    // What is typed as some label has it is no form of another one: `caribou` is no kind of `caribe`.
    return query && likely.some(({ exact }) => exact) ? likely.filter(({ exact }) => exact) : likely;
  }

  /** What is deprecated names its successor; without one it names nothing in a text, and itself where nothing else is asked for. */
  function inForce(namings: Naming[], query: boolean): Naming[] {
    const current = namings.filter(({ concept }) => !thesaurus.deprecated(concept));
    return current.length > 0 || !query ? current : namings;
  }

  /** Words alone do not tell C++ from C: where signs do, those are meant that have them as they are typed. */
  function asSigned(namings: Naming[], signed: string, query: boolean): Naming[] {
    const textOf = ({ label }: Naming) => thesaurus.labelText(label);
    if (!query || !namings.some((naming) => /[+#]/.test(textOf(naming)))) return namings;
    const same = namings.filter((naming) => foldSpelling(textOf(naming)) === foldSpelling(signed));
    return same.length > 0 ? same : namings;
  }

  function likelyAmong(namings: Naming[], matched: string, { language, isForeign }: Meant): Naming[] {
    const own = namings.filter(({ label }) => isOf(label, language));
    if (own.length > 0) return own;
    const mayBeForeign = words(matched).some((word) => isForeign(word.text));
    return namings.filter(({ exact }) => exact || mayBeForeign);
  }

  function isOf(label: number, language: Language): boolean {
    const { code } = languageOf(thesaurus.labelLanguage(label));
    return code === '' || code === language.code;
  }

  function saysNothing(label: number, folded: string): boolean {
    return languageOf(thesaurus.labelLanguage(label)).isStopWord(folded);
  }

  /** The lower, the more surely a label means its concept. */
  function rank({ label, exact }: Naming, meant: Meant | undefined): number {
    const isForeign = meant !== undefined && !isOf(label, meant.language);
    return thesaurus.labelKind(label) + (exact ? 0 : 3) + (isForeign ? 6 : 0);
  }
}

/** A label in its own words, whatever stands between them, with its qualifier or without. */
function isForm(label: string, folded: string): boolean {
  if (!/[^\p{L}\p{N}\s]/u.test(label) && !/[^\p{L}\p{N}\s]/u.test(folded)) return false;
  const spelled = wordsOf(folded);
  return formsOf(label).some((form) => wordsOf(foldSpelling(form)) === spelled);
}

/** Of the same stems, but no form of the label: German adjectives are forms of one another, so that words beside others are. */
function isDerived(label: string, matched: string, code: string): boolean {
  const typed = words(matched);
  if (code === 'de' && typed.length > 1) return false;
  return !formsOf(label).some((form) => {
    const own = words(form);
    const isOne = (each: Word, i: number) => areForms(each.text, typed[i]!.text, code);
    return own.length === typed.length && own.every(isOne);
  });
}

function wordsOf(text: string): string {
  return words(text)
    .map((word) => word.text)
    .join(' ');
}

/** With the signs that follow it at once. */
function signedFrom(text: string, begin: number, end: number): string {
  const [signs] = /^[+#]*/.exec(text.slice(end, end + 3))!;
  return text.slice(begin, end) + signs;
}

/** Few letters, all capitals: `IT` is no `it`. */
function isAbbreviation(label: string): boolean {
  return label.length <= 6 && label === label.toUpperCase() && label !== label.toLowerCase();
}

const breakBetween = /[;:!?()[\]{}<>|"“”„»«]|\n\s*\n|\.\s/;

/** A phrase does not go on beyond the end of a sentence. A dot after a single letter ends none. */
function isBreak(text: string, before: Word, after: Word): boolean {
  const gap = after.begin - before.end;
  if (gap === 1) {
    const unit = text.charCodeAt(before.end);
    if (unit === 0x20 || unit === 0x2d) return false;
  }
  if (gap === 0) return false;
  if (gap > 4) return true;
  const between = text.slice(before.end, after.begin);
  if (/^\.\s?$/.test(between) && before.end - before.begin === 1) return false;
  return breakBetween.test(between);
}
