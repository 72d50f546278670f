/** A thesaurus with its recogniser as one record of bytes: opening it needs no reading of RDF. */
import { readRecord, recordChunks, shareBytes } from '../storage/record.ts';
import { thesaurusBuilder } from './builder.ts';
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

export function emptyThesaurus(): RecognisingThesaurus {
  return openThesaurusRecord(thesaurusRecord(thesaurusBuilder().build().thesaurus));
}
