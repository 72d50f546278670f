/** First thesaurus of a search space that does not exist yet. */
import { Readable } from 'node:stream';
import { readThesaurusInWorker } from '@semantic-search/engine';
import { MAIN_PART } from '@semantic-search/query/api';
import { SERIALIZED_THESAURUS_MEDIA_TYPE } from '@semantic-search/query/media-types';
import type { ThesaurusWriter } from '../backends/backend.ts';

/** Creates the space after the content has been read, so that rejected content leaves no space behind. */
export function firstThesaurus(
  make: () => Promise<ThesaurusWriter>,
): Pick<ThesaurusWriter, 'replaceThesaurus'> {
  return {
    async replaceThesaurus(content, mediaType, part = MAIN_PART) {
      const { record, report } = await readThesaurusInWorker(content, mediaType, part);
      // Another upload may have created the space meanwhile; its parts stay.
      await (await make()).replaceThesaurus(Readable.from([record]), SERIALIZED_THESAURUS_MEDIA_TYPE, part);
      return report;
    },
  };
}
