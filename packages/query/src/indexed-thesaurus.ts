/** Indexed thesaurus: parsed from RDF, serialized with its derived indexes, opened without parsing. */
import { MAIN_PART, QueryError, type ThesaurusPart, type ThesaurusReport } from './api.ts';
import { buildLabelIndex, type LabelIndex, openLabelIndex } from './autocomplete/label-index.ts';
import { copyToSharedMemory, decodeRecord, encodeRecord } from './collections/binary-format.ts';
import { ConceptMatcher } from './thesaurus/concept-matcher.ts';
import { type PhraseTable, phraseTable } from './thesaurus/phrase-table.ts';
import { readStatements } from './thesaurus/rdf/rdf-parser.ts';
import type { Statement } from './thesaurus/rdf/statement.ts';
import { buildThesaurus } from './thesaurus/skos/skos-builder.ts';
import { SkosCollector } from './thesaurus/skos/skos-collector.ts';
import type { OutsideLink } from './thesaurus/skos/thesaurus-statements.ts';
import { openThesaurus, type Thesaurus, type ThesaurusData } from './thesaurus/thesaurus.ts';

/** A thesaurus with its derived indexes, ready for queries. */
export interface IndexedThesaurus {
  thesaurus: Thesaurus;
  conceptMatcher: ConceptMatcher;
  labelIndex: LabelIndex;
}

/** Increment when stemmers or the derived indexes change: indexes of other versions are built again. */
const FORMAT_VERSION = 21;

/** A part of the thesaurus as the record of a search space stores it. */
export interface StoredPart extends ThesaurusPart {
  /** Relations to concepts of other parts. */
  outside: OutsideLink[];
  /** Compressed `ThesaurusData`; absent if there is only one part, because this part is the whole thesaurus. */
  data?: Uint8Array;
}

interface ThesaurusRecord {
  version: number;
  /** Data of all parts together. */
  data: ThesaurusData;
  phrases: PhraseTable;
  suggestions: ReturnType<typeof buildLabelIndex>;
  parts: StoredPart[];
}

/** Returns shared memory, which moves between threads without copying. */
export function serializeThesaurus(thesaurus: Thesaurus, parts: StoredPart[] = []): Uint8Array {
  const indexes = derivedIndexes(thesaurus);
  const record: ThesaurusRecord = { version: FORMAT_VERSION, data: thesaurus.data, ...indexes, parts };
  return new Uint8Array(copyToSharedMemory(...encodeRecord(record)));
}

export function readThesaurusRecord(bytes: Uint8Array): ThesaurusRecord {
  const shared = bytes.buffer instanceof SharedArrayBuffer ? bytes.buffer : copyToSharedMemory(bytes);
  return decodeRecord(shared) as ThesaurusRecord;
}

export function deserializeThesaurus(bytes: Uint8Array): IndexedThesaurus {
  const record = readThesaurusRecord(bytes);
  const thesaurus = openThesaurus(record.data);
  const { phrases, suggestions } = record.version === FORMAT_VERSION ? record : derivedIndexes(thesaurus);
  const conceptMatcher = new ConceptMatcher(phrases, thesaurus);
  return { thesaurus, conceptMatcher, labelIndex: openLabelIndex(suggestions) };
}

/** A file, or statements that need no parser. */
export type ThesaurusContent = AsyncIterable<string | Uint8Array> | readonly Statement[];

export interface ParsedThesaurus {
  /** Record of a thesaurus with one part. */
  record: Uint8Array;
  report: ThesaurusReport;
}

/**
 * Reads a SKOS file in three steps: RDF parser, collector, builder. Rejects with `invalid-thesaurus`, even if there is no
 * concept: an empty upload must not delete the thesaurus.
 */
export async function parseThesaurus(
  content: ThesaurusContent,
  mediaType: string,
  part: string = MAIN_PART,
): Promise<ParsedThesaurus> {
  const collector = new SkosCollector();
  if (Symbol.asyncIterator in content) await readStatements(content, mediaType, collector.add);
  else content.forEach(collector.add);
  const { thesaurus, report, outside } = buildThesaurus(collector);
  const message = 'The content contains no SKOS concept; the thesaurus was not changed.';
  if (thesaurus.size === 0) throw new QueryError('invalid-thesaurus', message);
  const { concepts, title, license } = report;
  const storedPart = { name: part, concepts, written: Date.now(), title, license, outside };
  return { record: serializeThesaurus(thesaurus, [storedPart]), report };
}

let sharedEmptyThesaurus: IndexedThesaurus | undefined;

/** Shared by all spaces without a thesaurus, because building it takes a fifth of the time to open a small space. */
export function emptyThesaurus(): IndexedThesaurus {
  sharedEmptyThesaurus ??= deserializeThesaurus(
    serializeThesaurus(buildThesaurus(new SkosCollector()).thesaurus),
  );
  return sharedEmptyThesaurus;
}

function derivedIndexes(thesaurus: Thesaurus): Pick<ThesaurusRecord, 'phrases' | 'suggestions'> {
  return { phrases: phraseTable(thesaurus), suggestions: buildLabelIndex(thesaurus) };
}
