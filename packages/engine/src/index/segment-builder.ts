/** Segment builder: indexes a batch of analyzed documents into one segment. */

import { analyzerFor, normalize, subwords, TokenReader } from '@semantic-search/query/analysis';
import {
  GrowableUint32Array,
  type SharedFloat64Array,
  sharedFloat64,
  sharedUint16,
  sharedUint32,
  textPacker,
} from '@semantic-search/query/collections';
import type { TermDictionaryBuilder, TermOccurrences } from '@semantic-search/query/terms';
import type { CooperativeTask } from '@semantic-search/query/util';
import { compactArray } from './compact-array.ts';
import { jointFrequencies } from './joint-frequencies.ts';
import { PostingsBuilder } from './postings-builder.ts';
import type { LiteralColumn, NumberColumn, Segment } from './segment.ts';
import { tieBreakOrder } from './tie-break-order.ts';

/** Keeps a phrase from reaching over from one text into the next. */
const POSITION_INCREMENT_GAP = 8;

export interface IndexableDocument {
  key: number;
  id: string;
  date: number | null;
  title: string;
  /** Description and full text. */
  body: string[];
  /** Code of the language its words are reduced in. */
  language: string;
  /** Numbers of subject URIs. */
  subjects: number[];
  /** Numbers of values, by number of attribute. */
  literals: Map<number, number[]>;
  /** By number of attribute. */
  numbers: Map<number, number[]>;
}

/** Takes documents in one by one, so that other work can be done in between, and makes one segment of them. */
export class SegmentBuilder {
  readonly #termDictionary: TermDictionaryBuilder;
  readonly #documents: IndexableDocument[] = [];
  readonly #languages: number[] = [];
  readonly #forms = new GrowableUint32Array();
  readonly #lengths: number[] = [];
  readonly #title = new PostingsBuilder();
  readonly #body = new PostingsBuilder();

  constructor(termDictionary: TermDictionaryBuilder) {
    this.#termDictionary = termDictionary;
  }

  /** In ascending order of their keys; at most `largestSegment`. A long document takes many steps. */
  *add(document: IndexableDocument): CooperativeTask<void> {
    const number = this.#documents.push(document) - 1;
    const language = analyzerFor(document.language);
    this.#languages.push(this.#termDictionary.languageNumber(language));
    const formAt = this.#termDictionary.formLookup(language);
    const addTo = (postings: PostingsBuilder) => (form: number, position: number) => {
      this.#forms.push(form);
      postings.add(this.#termDictionary.termOf(form), number, position);
    };
    const titleWords = yield* readWords([document.title], formAt, addTo(this.#title));
    const bodyWords = yield* readWords(document.body, formAt, addTo(this.#body));
    this.#lengths.push(Math.min(2 * titleWords + bodyWords, 0xffff));
  }

  /** Of all documents so far. */
  get terms(): TermOccurrences {
    return { languages: this.#languages, forms: this.#forms.view() };
  }

  build(number: number): Segment {
    const documents = this.#documents;
    const numbers = numberColumns(documents);
    const found = Float64Array.from(documents, (document) => document.date ?? Number.NaN);
    const dates = shareDateColumn(numbers, found);
    const ids = packStrings(documents.map((document) => document.id));
    const subjects = packRows(documents.map((document) => document.subjects));
    const [title, body] = [this.#title.build(), this.#body.build()];
    return {
      number,
      size: documents.length,
      keys: sharedUint32(documents.map((document) => document.key)),
      ids,
      languages: compactArray(this.#languages),
      dates,
      titles: sharedFloat64(documents.map((document) => titleKey(document.title))),
      ranks: tieBreakOrder(dates, ids, [...documents.keys()]),
      lengths: sharedUint16(this.#lengths),
      title,
      body,
      inBoth: jointFrequencies(title, body),
      subjectStarts: subjects.starts,
      subjects: compactArray(subjects.values),
      literals: literalColumns(documents),
      numbers,
    };
  }
}

/**
 * Sorts as the first six letters of the folded title do. Letters from U+00FF on are all the same to it, and nothing
 * behind the first of them counts: such titles are told apart later.
 */
function titleKey(title: string): number {
  const folded = normalize(title);
  let key = 0;
  for (let i = 0, beyond = false; i < 6; i++) {
    const letter = folded.charCodeAt(i) || 0;
    key = key * 256 + (beyond ? 0 : Math.min(letter, 255));
    beyond ||= letter >= 255;
  }
  return key;
}

/** The form of each word of a document that is in the language with this number. */
export function* formsInTexts(
  { title, body }: Pick<IndexableDocument, 'title' | 'body'>,
  language: number,
  termDictionary: TermDictionaryBuilder,
): CooperativeTask<Uint32Array> {
  const forms = new GrowableUint32Array();
  const formAt = termDictionary.formLookup(analyzerFor(termDictionary.languageCode(language)));
  yield* readWords([title, ...body], formAt, (form) => forms.push(form));
  return forms.view().slice();
}

const none: string[] = [];

/** Words read in one step: a few milliseconds. */
const TOKENS_PER_STEP = 20_000;

/** Returns how many words there are, those in one counted in its place. */
function* readWords(
  texts: string[],
  formAt: ReturnType<TermDictionaryBuilder['formLookup']>,
  take: (form: number, position: number) => void,
): CooperativeTask<number> {
  let position = 0;
  let count = 0;
  let pauseAt = TOKENS_PER_STEP;
  for (const text of texts) {
    const reader = new TokenReader(text);
    while (reader.next()) {
      if (count >= pauseAt) {
        pauseAt = count + TOKENS_PER_STEP;
        yield;
      }
      const form = formAt(text, reader.begin, reader.end);
      const within = reader.hasSpecialCharacters ? subwords(text.slice(reader.begin, reader.end)) : none;
      // The word stands beside each that is in it: phrases go on from the first and the last.
      for (const part of within) {
        take(form, position);
        take(formAt(part, 0, part.length), position++);
        count++;
      }
      if (within.length > 0) continue;
      take(form, position++);
      count++;
    }
    position += POSITION_INCREMENT_GAP;
  }
  return count;
}

function literalColumns(documents: IndexableDocument[]): LiteralColumn[] {
  return attributesOf(documents, 'literals').map((attribute) => {
    const rows = documents.map((document) => document.literals.get(attribute) ?? []);
    if (rows.every((row) => row.length < 2)) {
      return {
        attribute,
        starts: null,
        values: compactArray(rows.map((row) => (row.length ? row[0]! + 1 : 0))),
      };
    }
    const { starts, values } = packRows(rows);
    return { attribute, starts, values: compactArray(values) };
  });
}

function numberColumns(documents: IndexableDocument[]): NumberColumn[] {
  return attributesOf(documents, 'numbers').map((attribute) => {
    const rows = documents.map((document) => document.numbers.get(attribute) ?? []);
    if (rows.every((row) => row.length < 2)) {
      return { attribute, starts: null, values: sharedFloat64(rows.map((row) => row[0] ?? Number.NaN)) };
    }
    const { starts, values } = packRows(rows);
    return { attribute, starts, values: sharedFloat64(values) };
  });
}

function attributesOf(documents: IndexableDocument[], kind: 'literals' | 'numbers'): number[] {
  return [...new Set(documents.flatMap((document) => [...document[kind].keys()]))].sort((a, b) => a - b);
}

function packRows(rows: number[][]) {
  const starts = sharedUint32(rows.length + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i]! + row.length;
  });
  return { starts, values: rows.flat() };
}

function packStrings(strings: string[]) {
  const packer = textPacker();
  return packer.pack(strings.map((string) => packer.add(string)));
}

/** The column that holds the same as `dates`, as there is one for the attribute of that name; else `dates` in shared memory. */
export function shareDateColumn(columns: readonly NumberColumn[], dates: Float64Array): SharedFloat64Array {
  const same = columns.find(
    ({ starts, values }) => starts === null && values.every((value, i) => Object.is(value, dates[i])),
  );
  return same?.values ?? sharedFloat64(dates);
}
