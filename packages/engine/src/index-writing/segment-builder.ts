/** Segment builder: indexes a batch of analyzed documents into one segment. */
import { analyzerFor, normalize, subwords, TokenReader } from '@semantic-search/query/analysis';
import { packTexts, sharedFloat64, sharedUint16, sharedUint32 } from '@semantic-search/query/collections';
import type { CooperativeTask } from '@semantic-search/query/scheduling';
import type { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { compactArray } from '../index/compact-array.ts';
import { columnsOf, compactRows, type DocumentAttributes, packRows } from '../index/doc-values.ts';
import { PostingsBuilder } from '../index/postings.ts';
import { type Segment, TITLE_WEIGHT } from '../index/segment.ts';
import { type QuantizedEmbedding, vectorColumn } from '../index/vector-column.ts';
import { jointFrequencies } from './joint-frequencies.ts';
import { tieBreakRanks } from './tie-break-order.ts';

/** Gap between the positions of two texts, so that no phrase matches across them. */
export const POSITION_INCREMENT_GAP = 8;

export interface IndexableDocument extends DocumentAttributes {
  key: number;
  id: string;
  date: number | null;
  /** Time of the last write in milliseconds since 1970. */
  written: number | null;
  title: string;
  /** Description, full text and attribute values. */
  body: string[];
  /** Language code of the analyzer. */
  language: string;
  /** Subject numbers. */
  subjects: number[];
  embedding?: QuantizedEmbedding | null;
}

/** Lengths are stored in two bytes. */
const MAX_DOCUMENT_LENGTH = 0xffff;

/** Adds documents one by one, so that other work can run in between, and builds one segment. */
export class SegmentBuilder {
  readonly #termDictionary: TermDictionaryBuilder;
  readonly #documents: IndexableDocument[] = [];
  readonly #languages: number[] = [];
  /** By document: forms of words whose spelling normalization changes. */
  readonly #spelled: number[][] = [];
  readonly #lengths: number[] = [];
  readonly #title = new PostingsBuilder();
  readonly #body = new PostingsBuilder();

  constructor(termDictionary: TermDictionaryBuilder) {
    this.#termDictionary = termDictionary;
  }

  /** Call in ascending order of keys, at most `MAX_SEGMENT_DOCS` times. A long document takes many steps. */
  *add(document: IndexableDocument): CooperativeTask<void> {
    const number = this.#documents.push(document) - 1;
    const language = analyzerFor(document.language);
    this.#languages.push(this.#termDictionary.languageNumber(language));
    const formAt = this.#termDictionary.formLookup(language);
    const spelled: number[] = [];
    this.#spelled.push(spelled);
    const addTo = (postings: PostingsBuilder) => (form: number, position: number) => {
      if (this.#termDictionary.hasSpelling(form)) spelled.push(form);
      postings.add(this.#termDictionary.termOf(form), number, position);
    };
    const titleTokens = yield* readTokens([document.title], formAt, addTo(this.#title));
    const bodyTokens = yield* readTokens(document.body, formAt, addTo(this.#body));
    this.#lengths.push(Math.min(TITLE_WEIGHT * titleTokens + bodyTokens, MAX_DOCUMENT_LENGTH));
  }

  build(number: number): Segment {
    const documents = this.#documents;
    const dates = sharedFloat64(documents.map((document) => document.date ?? Number.NaN));
    const ids = packTexts(documents.map((document) => document.id));
    const vectors = vectorColumn(documents);
    const title = this.#title.build();
    const body = this.#body.build();
    return {
      number,
      size: documents.length,
      keys: sharedUint32(documents.map((document) => document.key)),
      ids,
      languages: compactArray(this.#languages),
      dates,
      writeTimes: sharedFloat64(documents.map((document) => document.written ?? Number.NaN)),
      titleKeys: sharedFloat64(documents.map((document) => titleKey(document.title))),
      ranks: tieBreakRanks({ dates, ids }, [...documents.keys()]),
      lengths: sharedUint16(this.#lengths),
      title,
      body,
      inBoth: jointFrequencies(title, body, documents.length),
      spelled: compactRows(packRows(this.#spelled)),
      subjects: compactRows(packRows(documents.map((document) => document.subjects))),
      literals: columnsOf(documents, ({ literals }) => literals, compactArray),
      numbers: columnsOf(documents, ({ numbers }) => numbers, sharedFloat64),
      ...(vectors && { vectors }),
    };
  }
}

/** Six digits to the base 256 take 48 of the 53 bits that a number stores exactly. */
const TITLE_KEY_LENGTH = 6;
/** Characters at the beginning that are normalized, and how many of them must remain: some titles begin with invisible ones. */
const TITLE_BEGINNING_LENGTH = 40;
const MIN_NORMALIZED_LENGTH = 20;

/**
 * Sort key: the first characters of the normalized title, as the digits of a number to the base 256.
 *
 * Characters from U+00FF on compare as equal and end the key; the titles themselves decide between such documents.
 */
function titleKey(title: string): number {
  // A whole title takes several times as long.
  const beginning = normalize(title.slice(0, TITLE_BEGINNING_LENGTH));
  const normalized = beginning.length < MIN_NORMALIZED_LENGTH ? normalize(title) : beginning;
  let key = 0;
  for (let i = 0, isTruncated = false; i < TITLE_KEY_LENGTH; i++) {
    const character = normalized.charCodeAt(i) || 0;
    key = key * 256 + (isTruncated ? 0 : Math.min(character, 255));
    isTruncated ||= character >= 255;
  }
  return key;
}

const noSubwords: string[] = [];

/** Tokens per step of the cooperative task, which takes a few milliseconds. */
const TOKENS_PER_STEP = 20_000;

/** Tokenizes the texts. Returns the number of tokens; a token with subwords counts as its subwords. */
function* readTokens(
  texts: string[],
  formAt: ReturnType<TermDictionaryBuilder['formLookup']>,
  add: (form: number, position: number) => void,
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
      const parts = reader.hasSpecialCharacters ? subwords(text.slice(reader.begin, reader.end)) : noSubwords;
      // The whole token shares the position of each subword, so that phrases can continue at either end.
      for (const part of parts) {
        add(form, position);
        add(formAt(part, 0, part.length), position++);
        count++;
      }
      if (parts.length > 0) continue;
      add(form, position++);
      count++;
    }
    position += POSITION_INCREMENT_GAP;
  }
  return count;
}
