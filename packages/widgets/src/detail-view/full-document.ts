/** Parser of a full document response, with its concept annotations. */
import type { DocumentConcept, DocumentResponse } from '@semantic-search/contract';
import { list, record, text } from '../store/parse.ts';
import { readDocument, sharedConcepts, spans } from '../store/read-response.ts';

/** Throws ApiError `unreadable` if the response is not a document. */
export const readFullDocument = (document: DocumentResponse, service: string): DocumentResponse => {
  const read = readDocument(document, service);
  return { ...read, concepts: concepts(read.concepts) };
};

const concepts = list(
  record<DocumentConcept>({
    uri: text,
    label: text,
    definition: text,
    broader: sharedConcepts,
    positions: record({ title: spans, description: spans }),
  }),
  'label',
);
