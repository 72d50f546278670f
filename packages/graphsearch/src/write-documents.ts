/** Document writer: one call for each document, because the service has no bulk operation. */
import { type DocumentInput, STANDARD_MEMBERS } from '@semantic-search/engine';
import { BackendError, type DocumentOperations } from '@semantic-search/engine/backend';
import { batchOutcome, facetValueOf, fullText, parseDate } from '@semantic-search/engine/building-blocks';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { getOrInsert } from '@semantic-search/query/collections';
import { mapWithConcurrency } from '@semantic-search/query/scheduling';
import { documentsWith } from './space/query.ts';
import { MAX_CONCURRENT_CALLS, type RemoteClient } from './space/remote-space.ts';

export function documentWriter(remote: RemoteClient): DocumentOperations {
  const { connection, options } = remote;
  const { searchSpaceId } = options;

  /** Writes a document; resolves to false if it is rejected. `synchronize` makes this and all earlier writes visible. */
  async function write(document: DocumentInput, { synchronize }: { synchronize: boolean }): Promise<boolean> {
    const locale = await remote.locale(document.language ?? undefined);
    const body = { ...remoteContent(document, locale), searchSpaceId, synchronize };
    try {
      // The create operation would not overwrite an existing document.
      await connection.change('content/update', body);
      return true;
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'rejected') return false;
      throw error;
    }
  }

  async function remove(id: string): Promise<boolean> {
    const { total } = await remote.search({ count: 1, nativeQuery: documentsWith('identifier', [id]) }, {});
    if (total === 0) return false;
    await connection.change('content/delete/id', { searchSpaceId, identifier: id, synchronize: true });
    return true;
  }

  return {
    async put(documents) {
      const { toWrite, outcome } = batchOutcome(documents);
      const isSingle = toWrite.length === 1;
      const written = new Set<DocumentInput>();
      try {
        await mapWithConcurrency(toWrite, MAX_CONCURRENT_CALLS, async (document) => {
          if (await write(document, { synchronize: isSingle })) written.add(document);
        });
      } finally {
        // Repeats the last write with `synchronize`, which makes all earlier writes visible, even if a later one failed.
        // Writes are idempotent.
        const lastWritten = toWrite.findLast((document) => written.has(document));
        if (lastWritten && !isSingle) await write(lastWritten, { synchronize: true });
        remote.invalidate();
      }
      const rejected = toWrite.filter((document) => !written.has(document));
      return outcome(new Map(rejected.map(({ id }) => [id, 'The search service rejected the document.'])));
    },
    delete: remove,
    async deleteAll(ids) {
      const distinct = [...new Set(ids)];
      const wasRemoved = await mapWithConcurrency(distinct, MAX_CONCURRENT_CALLS, remove);
      const existing = new Set(distinct.filter((_, i) => wasRemoved[i]));
      return ids.map((id) => existing.has(id));
    },
  };
}

/** Converts a document to the format of the remote API. */
function remoteContent(document: DocumentInput, locale: string) {
  const { id, title, description, link, image, language, subjects } = document;
  const date = parseDate(document.date, document.language);
  return {
    identifier: id,
    title: title ?? '',
    text: [description, fullText(document)].filter((text) => text).join('\n\n'),
    language: language || locale,
    ...(date !== null && { date: new Date(date).toISOString() }),
    ...(link && { website: link }),
    ...(image && { image }),
    facets: facetsOf(document),
    useExtraction: subjects === undefined,
  };
}

/** Facet values by field: the subjects, and the values of the attributes. */
function facetsOf(document: DocumentInput): Record<string, string[]> {
  const { subjects } = document;
  const facets = new Map<string, string[]>(subjects === undefined ? [] : [[ALL_CONCEPTS_FIELD, subjects]]);
  const isAttribute = (name: string) => !STANDARD_MEMBERS.has(name) && name !== 'language';
  for (const [name, value] of Object.entries(document).filter(([member]) => isAttribute(member))) {
    for (const single of Array.isArray(value) ? value : [value]) {
      const facetValue = facetValueOf(single, name);
      const kind = facetValue?.kind === 'literal' ? 'lit' : 'flt';
      if (facetValue) getOrInsert(facets, `dyn_${kind}_${name}`, () => []).push(String(facetValue.value));
    }
  }
  return Object.fromEntries(facets);
}
