/** Batch validation: keeps the last valid document per id and maps rejections back to batch positions. */
import { validationError } from '../index/indexable-document.ts';
import type { DocumentInput } from '../writable-space.ts';

export interface BatchOutcome {
  /** Valid documents with distinct ids. */
  toWrite: DocumentInput[];
  /** `rejections` maps document ids to the reason of the backend. */
  outcome(rejections: ReadonlyMap<string, string>): Outcome;
}

interface Outcome {
  accepted: number;
  refused: { index: number; message: string }[];
}

export function batchOutcome(documents: DocumentInput[]): BatchOutcome {
  const faults = documents.map((document) => validationError(document));
  const valid = documents.filter((_, i) => faults[i] === undefined);
  return {
    toWrite: [...new Map(valid.map((document) => [document.id, document])).values()],
    outcome(rejections) {
      const refused = documents.flatMap(({ id }, index) => {
        // If the last document of an id is rejected, the earlier ones were not written either.
        const message = faults[index] ?? rejections.get(id);
        return message === undefined ? [] : [{ index, message }];
      });
      return { accepted: documents.length - refused.length, refused };
    },
  };
}
