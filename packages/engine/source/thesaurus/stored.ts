/** A thesaurus with its recogniser as one record of bytes: opening it needs no reading of RDF. */
import type { ThesaurusReport } from '../questions.ts';
import { readRecord, recordChunks, shareBytes } from '../storage/record.ts';
import { thesaurusBuilder } from './builder.ts';
import { readStatements } from './rdf.ts';
import { openRecogniser, type PhraseTable, phraseTable, type Recogniser } from './recogniser.ts';
import { openThesaurus, type Thesaurus, type ThesaurusData } from './thesaurus.ts';

export interface RecognisingThesaurus {
  thesaurus: Thesaurus;
  recogniser: Recogniser;
}

export function thesaurusRecord(thesaurus: Thesaurus): Uint8Array {
  return Buffer.concat(recordChunks({ data: thesaurus.data, phrases: phraseTable(thesaurus) }));
}

export function openThesaurusRecord(record: Uint8Array): RecognisingThesaurus {
  const { data, phrases } = readRecord(shareBytes(record)) as { data: ThesaurusData; phrases: PhraseTable };
  const thesaurus = openThesaurus(data);
  return { thesaurus, recogniser: openRecogniser(phrases, thesaurus) };
}

export interface ReadThesaurus {
  record: Uint8Array;
  report: ThesaurusReport;
}

/** Rejects with `invalid-thesaurus`. */
export async function readThesaurus(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
): Promise<ReadThesaurus> {
  const builder = thesaurusBuilder();
  await readStatements(content, mediaType, builder.add);
  const { thesaurus, report } = builder.build();
  return { record: thesaurusRecord(thesaurus), report };
}

export function emptyThesaurus(): RecognisingThesaurus {
  return openThesaurusRecord(thesaurusRecord(thesaurusBuilder().build().thesaurus));
}
