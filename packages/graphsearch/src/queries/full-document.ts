/** Full document, combined from three operations of the service. */
import type { FullDocument, Span } from '@semantic-search/engine';
import { unknownDocument } from '@semantic-search/engine/building-blocks';
import { foundDocument } from '../space/documents.ts';
import { type RemoteClient, referencedFields } from '../space/remote-space.ts';
import { conceptsIn } from './extraction.ts';
import { conceptsOf, documentsWithHierarchy } from './hierarchy.ts';

/** Concepts have no definitions, and only positions in the part of the text that the service processes. */
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
  const presentation = { documentFacets: fields, summaryLength: Number.MAX_SAFE_INTEGER };
  const presented = foundDocument(document, 0, presentation);
  const options = { language: presented.language ?? language, signal };
  const mentionsIn = async (text: string) => (text === '' ? [] : conceptsIn(text, remote, options));
  const [inTitle, inDescription] = await Promise.all([
    mentionsIn(presented.title),
    mentionsIn(presented.description),
  ]);
  const concepts = conceptsOf(document).map(({ uri, label }) => ({
    uri,
    label,
    definition: null,
    broader: hierarchy.broader(uri),
    positions: { title: positionsOf(uri, inTitle), description: positionsOf(uri, inDescription) },
  }));
  return { ...presented, concepts };
}

function positionsOf(uri: string, extracted: Awaited<ReturnType<typeof conceptsIn>>): Span[] {
  const mentions = extracted.filter((concept) => concept.uri === uri).flatMap((concept) => concept.mentions);
  return mentions.map(({ begin, end }) => ({ begin, end }));
}
