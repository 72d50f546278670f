/** Documents that are given at once: of those of one id the last is written that is a document, and refusals are told by place. */
import { type DocumentInput, faultOf } from '@semantic-search/engine';

export interface BatchOutcome {
  /** With an id of its own each. */
  toWrite: DocumentInput[];
  /** By what was refused of them, if anything, by id. */
  outcome(refusals: ReadonlyMap<string, string>): Outcome;
}

interface Outcome {
  accepted: number;
  refused: { index: number; message: string }[];
}

export function batchOutcome(documents: DocumentInput[]): BatchOutcome {
  const faults = documents.map(faultOf);
  const good = documents.filter((_, i) => faults[i] === undefined);
  return {
    toWrite: [...new Map(good.map((document) => [document.id, document])).values()],
    outcome(refusals) {
      const refused = documents.flatMap(({ id }, index) => {
        // Where the last one was refused, those before it were not written either.
        const message = faults[index] ?? refusals.get(id);
        return message === undefined ? [] : [{ index, message }];
      });
      return { accepted: documents.length - refused.length, refused };
    },
  };
}
