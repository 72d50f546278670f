/** The operations on documents of search spaces, and on runs (how-to/synchronize-a-cms.md). */
import { documentInput } from '../examples.ts';
import * as documents from '../messages/documents.ts';
import * as spaces from '../messages/spaces.ts';
import { MAX_DELETED_DOCUMENTS, requestLimits } from '../parts/limits.ts';
import { jsonBody, type Operation, onSpace, operationWith, returns } from './operation.ts';

const exampleRun = '3f1c0b52-7d6e-4f0a-9a51-8c2b7e6d4f10';

const operation = operationWith({ tag: 'Spaces', scope: 'spaces:write' });

export const documentOperations: Operation[] = [
  operation('addDocuments', `POST ${onSpace}/documents`, {
    summary: 'Add or replace many documents',
    description: `Streams NDJSON (one document per line) or CSV. The response is NDJSON too: one line of progress per batch, the last with \`done: true\`. Invalid lines are reported; the other lines are imported. A document without an \`id\` is identified by its \`link\`. Absent members of a document with \`html\` are taken from this page. A line has at most 8 Mi characters; longer lines are reported. A line that does not end within ${requestLimits.lineBytes / 2 ** 20} MiB ends the upload, with 413 in the first batch. A missing search space is created. With \`run\`, documents that are the same as before are not written again.`,
    query: spaces.WriteParameters,
    body: {
      schema: documents.NewDocument,
      mediaTypes: ['application/x-ndjson', 'text/csv'],
      example: documentInput,
    },
    response: returns(
      spaces.IngestProgress,
      'Progress, one JSON object per line.',
      {
        done: true,
        line: 336,
        accepted: 335,
        refused: 1,
        errors: [{ line: 7, message: 'id must be a non-empty string; if it is absent, link must be one.' }],
      },
      { mediaType: 'application/x-ndjson' },
    ),
  }),
  operation('listDocuments', `GET ${onSpace}/documents`, {
    summary: 'List the documents with their content hashes',
    description:
      'Pages follow a fixed order. Pass `next` as `after` to read the next page, until it is null. Documents that are written in between appear if they come later in the order.',
    query: documents.DocumentListParameters,
    response: returns(documents.DocumentList, 'One page of the list.', {
      documents: [
        {
          id: documentInput.id,
          hash: 'Xr4ilOzQ4PCOq3aQ0qbuaQvXV0pq0wT1bY4dX4uWb5I',
          written: '2026-03-01T09:30:00.000Z',
        },
      ],
      next: null,
    }),
  }),
  operation('deleteDocuments', `POST ${onSpace}/documents:delete`, {
    summary: 'Delete many documents',
    description: `At most ${MAX_DELETED_DOCUMENTS} IDs. Missing documents are reported and are not an error.`,
    body: jsonBody(documents.DocumentDeletionRequest, { ids: [documentInput.id] }),
    response: returns(documents.DocumentDeletionOutcome, 'The documents are deleted.', {
      message: 'Deleted documents: 1; 0 did not exist.',
      deleted: [documentInput.id],
      missing: [],
    }),
  }),
  operation('getStoredDocument', `GET ${onSpace}/documents/{uri}`, {
    summary: 'Read a document as it was written',
    description:
      'All members of the document, without concepts that the server extracted. A remote search space that does not keep documents returns 405.',
    response: returns(documents.DocumentInput, 'The document.', documentInput),
  }),
  operation('putDocument', `PUT ${onSpace}/documents/{uri}`, {
    summary: 'Add or replace one document',
    description:
      'The request has at most 1 MiB, although `text` and `html` could be longer. Send larger documents with `addDocuments`.',
    query: spaces.WriteParameters,
    body: jsonBody(documents.NewDocument, documentInput),
    response: returns(documents.DocumentOutcome, 'The document is durable and visible to the next search.', {
      message: 'The document is saved.',
      id: documentInput.id,
    }),
  }),
  operation('deleteDocument', `DELETE ${onSpace}/documents/{uri}`, {
    summary: 'Delete one document',
    description: 'A document that does not exist returns 404.',
    response: returns(documents.DocumentOutcome, 'The document is deleted.', {
      message: 'The document is deleted.',
      id: documentInput.id,
    }),
  }),
  operation('startRun', `POST ${onSpace}/runs`, {
    summary: 'Start a run: write all documents of a source again',
    description:
      'Write every document with `?run=`, then complete the run. A new run replaces an earlier one that is not complete. A missing search space is created.',
    response: returns(spaces.RunStart, 'The run. It expires 24 hours after its last request.', {
      message: 'The run is started.',
      id: exampleRun,
    }),
  }),
  operation('completeRun', `POST ${onSpace}/runs/{run}/complete`, {
    summary: 'Complete a run: remove the documents that it did not contain',
    description:
      'Documents that were written outside the run since its start stay. If more than half of the documents would be removed, or if documents of the run had no readable ID, the response is 409 and nothing is removed; `force=true` removes them. Repeating the call returns the same result.',
    query: spaces.CompletionParameters,
    response: returns(spaces.RunCompletion, 'The run is complete.', {
      message: 'The run is complete. It removed 3 documents.',
      id: exampleRun,
      removed: 3,
      documents: 335,
    }),
    problems: ['conflict'],
  }),
  operation('abandonRun', `DELETE ${onSpace}/runs/{run}`, {
    summary: 'Abandon a run',
    description: 'The documents that it has written stay, and nothing is removed.',
    response: returns(spaces.RunAbandonment, 'The run is abandoned.', {
      message: 'The run is abandoned. Its documents stay.',
      id: exampleRun,
    }),
  }),
];
