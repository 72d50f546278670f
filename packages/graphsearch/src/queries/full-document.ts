/** Full document, combined from three operations of the service. */
import type { FullDocument, Span } from '@semantic-search/engine';
import { unknownDocument } from '@semantic-search/engine/building-blocks';
import { foundDocument, noHighlights } from '../space/documents.ts';
import { type CallOptions, type RemoteClient, referencedFields } from '../space/remote-space.ts';
import { conceptsIn } from './extraction.ts';
import { conceptsOf, documentsWithHierarchy } from './hierarchy.ts';

export async function fullDocument(
  id: string,
  { language, documentFacets }: { language?: string; documentFacets: string[] },
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<FullDocument> {
  const { documents, hierarchy } = await documentsWithHierarchy([id], remote, { language, signal });
  const document = documents.get(id);
  if (!document) throw unknownDocument(id);
  const fields = referencedFields(documentFacets, await remote.facets());
  const presentation = { documentFacets: fields, summaryLength: Number.MAX_SAFE_INTEGER, mark: noHighlights };
  const presented = foundDocument(document, 0, presentation);
  const options = { language: presented.language ?? language, signal };
  const positionsOf = await positionsOfConcepts(presented, remote, options);
  const concepts = conceptsOf(document).map(({ uri, label }) => ({
    uri,
    label,
    definition: remote.options.definitionOf?.(uri, language) ?? null,
    broader: hierarchy.broader(uri),
    positions: positionsOf(uri),
  }));
  return { ...presented, concepts };
}

/** Extracts concepts from title and text in one call and assigns each mention to one of them. */
async function positionsOfConcepts(
  { title, description }: Pick<FullDocument, 'title' | 'description'>,
  remote: RemoteClient,
  options: CallOptions,
) {
  const separator = '\n\n';
  const descriptionStart = title.length + separator.length;
  const mentioned = await conceptsIn(`${title}${separator}${description}`, remote, options);
  const byUri = new Map(mentioned.map(({ uri, places }) => [uri, places]));
  return (uri: string): { title: Span[]; description: Span[] } => {
    const places = (byUri.get(uri) ?? []).toSorted((a, b) => a.begin - b.begin);
    const inDescription = places.filter(({ begin }) => begin >= descriptionStart);
    return {
      title: places.filter(({ end }) => end <= title.length).map(({ begin, end }) => ({ begin, end })),
      description: inDescription.map(({ begin, end }) => ({
        begin: begin - descriptionStart,
        end: end - descriptionStart,
      })),
    };
  };
}
