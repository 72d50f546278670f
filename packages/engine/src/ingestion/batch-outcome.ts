/** Outcome of a batch: the last valid document of each id is written; invalid documents are refused. */
import { validationError } from '../index-writing/document-validation.ts';
import type { DocumentInput, EmbeddingSettings } from '../writable-space.ts';

/** Validates again what `readDocuments` has validated, because writers may have documents from elsewhere. */
export function batchOutcome(documents: DocumentInput[], embeddings?: Pick<EmbeddingSettings, 'dimensions'>) {
  const errors = documents.map((document) => validationError(document, embeddings));
  // Copies, because the caller may change its documents before they are written.
  const valid = documents.flatMap((document, i) => (errors[i] === undefined ? { ...document } : []));
  return {
    /** Valid documents with distinct ids. */
    toWrite: [...new Map(valid.map((document) => [document.id, document])).values()],
    /** `refusedByBackend` maps document ids to messages. */
    outcome(refusedByBackend: ReadonlyMap<string, string> = new Map()) {
      const refused = documents.flatMap((document, index) => {
        // If the last document of an id is refused, earlier documents with this id were not written either.
        const message = errors[index] ?? refusedByBackend.get(document.id);
        return message === undefined ? [] : [{ index, message }];
      });
      return { accepted: documents.length - refused.length, refused };
    },
  };
}
