/** Document writer: one call per document, because the service has no bulk operation. */

import { type DocumentInput, STANDARD_MEMBERS } from '@semantic-search/engine';
import { BackendError, type DocumentOperations } from '@semantic-search/engine/backend';
import { batchOutcome, facetValueOf, fullText, parseDate } from '@semantic-search/engine/building-blocks';
import { mapWithConcurrency } from '@semantic-search/query/scheduling';
import { identifierClause } from './space/query.ts';
import { MAX_CONCURRENT_CALLS, type RemoteClient } from './space/remote-space.ts';

export function documentWriter(remote: RemoteClient): DocumentOperations {
  const { connection, options } = remote;
  const { searchSpaceId } = options;

  /** A document that is synchronized makes itself and all earlier writes visible. */
  async function send(
    document: DocumentInput,
    { synchronize }: { synchronize: boolean },
  ): Promise<string | undefined> {
    const { locale } = await remote.requestContext(document.language ?? undefined);
    const body = { ...remoteContent(document, locale), searchSpaceId, synchronize };
    try {
      // The create operation would not overwrite an existing document.
      await connection.change('content/update', body);
      return undefined;
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'rejected')
        return 'The search service rejected the document.';
      throw error;
    }
  }

  async function remove(id: string): Promise<boolean> {
    const { total } = await remote.search({ count: 1, nativeQuery: identifierClause([id]) }, {});
    if (total === 0) return false;
    await connection.change('content/delete/id', { searchSpaceId, identifier: id, synchronize: true });
    return true;
  }

  return {
    async put(documents) {
      const { toWrite, outcome } = batchOutcome(documents);
      const messages = await mapWithConcurrency(toWrite, MAX_CONCURRENT_CALLS, (document) =>
        send(document, { synchronize: toWrite.length === 1 }),
      );
      const lastWritten = toWrite.findLast((_, i) => messages[i] === undefined);
      // Repeats the last write with `synchronize`, which makes all earlier writes visible. Writes are idempotent.
      if (lastWritten && toWrite.length > 1) await send(lastWritten, { synchronize: true });
      remote.invalidate();
      const rejections = toWrite.flatMap(({ id }, i) => {
        const message = messages[i];
        return message === undefined ? [] : [[id, message] as const];
      });
      return outcome(new Map(rejections));
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

/** Converts a document to the format of the remote API; attributes and subjects become facet values. */
function remoteContent(document: DocumentInput, locale: string) {
  const { id, title, description, link, image, language, subjects } = document;
  const date = parseDate(document.date, document.language);
  const facets: Record<string, string[]> = subjects === undefined ? {} : { dyn_uri_all_concepts: subjects };
  for (const [name, value] of Object.entries(document)) {
    if (STANDARD_MEMBERS.has(name) || name === 'language') continue;
    for (const single of Array.isArray(value) ? value : [value]) {
      const facetValue = facetValueOf(single, name);
      if (facetValue === null) continue;
      const field = `dyn_${'literal' in facetValue ? 'lit' : 'flt'}_${name}`;
      facets[field] = [
        ...(facets[field] ?? []),
        'literal' in facetValue ? facetValue.literal : String(facetValue.number),
      ];
    }
  }
  return {
    identifier: id,
    title: title ?? '',
    text: [description, fullText(document)].filter((each) => each).join('\n\n'),
    language: language || locale,
    ...(date !== null && { date: new Date(date).toISOString() }),
    ...(link && { website: link }),
    ...(image && { image }),
    facets,
    useExtraction: subjects === undefined,
  };
}
