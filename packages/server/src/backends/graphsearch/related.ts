/** Similar and recommended documents, and what they share with the one asked about, which the service does not tell. */
import {
  type FoundDocument,
  type NamedConcept,
  QueryError,
  type RelatedQuestion,
} from '@semantic-search/engine';
import { foundDocument, nothingMarked } from './documents.ts';
import { conceptsOf, documentsWithHierarchy, type Hierarchy } from './hierarchy.ts';
import type { Remote } from './remote-space.ts';
import { documentsAnswer, type RemoteDocument } from './responses.ts';

export async function similar(
  question: RelatedQuestion,
  remote: Remote,
  signal?: AbortSignal,
): Promise<FoundDocument[]> {
  const plugin = pluginOf(question, remote.options.similarities ?? []);
  const { searchSpaceId, locale } = await remote.dialect(question.language, signal);
  const { id, count } = question;
  const query = { searchSpaceId, locale, id, count, start: 0, documentFacets: 'all', pluginName: plugin };
  const found = documentsAnswer(await remote.connection.ask('similar', { query }, signal));
  return withSharedConcepts(found, question, remote, signal);
}

export async function recommend(
  question: RelatedQuestion,
  remote: Remote,
  signal?: AbortSignal,
): Promise<FoundDocument[]> {
  const plugin = pluginOf(question, remote.options.recommenders ?? []);
  const { searchSpaceId, locale } = await remote.dialect(question.language, signal);
  const { id, count } = question;
  const json = { searchSpaceId, locale, id, count, start: 0, documentFacets: ['all'] };
  const query = { pluginName: plugin };
  const found = documentsAnswer(await remote.connection.ask('recommend', { json, query }, signal));
  return withSharedConcepts(found, question, remote, signal);
}

/** Undefined leaves the choice to the service. */
function pluginOf({ plugin }: RelatedQuestion, names: string[]): string | undefined {
  if (!plugin) return names[0];
  if (names.includes(plugin)) return plugin;
  const known = names.length > 0 ? `only ${names.join(', ')}` : 'none can be named';
  throw new QueryError('unknown-plugin', `There is no plugin ${plugin}, ${known}.`);
}

async function withSharedConcepts(
  found: RemoteDocument[],
  question: RelatedQuestion,
  remote: Remote,
  signal: AbortSignal | undefined,
): Promise<FoundDocument[]> {
  const { id, count, language, documentFacets, summaryLength } = question;
  const related = found.filter((each) => each.id !== id).slice(0, count);
  const ids = [id, ...related.map((each) => each.id)];
  const { documents, hierarchy } = await documentsWithHierarchy(ids, language, remote, signal);
  const source = documents.get(id);
  if (!source) throw new QueryError('unknown-document', `The search space has no document ${id}.`);
  const presenting = { documentFacets, summaryLength, mark: nothingMarked };
  return related.map((each, rank) => ({
    ...foundDocument(each, rank, presenting),
    sharedConcepts: sharedConcepts(source, documents.get(each.id) ?? each, hierarchy),
  }));
}

const mostShared = 10;

/** What both are about, directly or by something narrower: what the source is tagged with first. */
function sharedConcepts(source: RemoteDocument, other: RemoteDocument, hierarchy: Hierarchy): NamedConcept[] {
  const tags = new Set(conceptsOf(source).map(({ uri }) => uri));
  const expanded = withAncestors([...tags], hierarchy);
  const theirs = withAncestors(
    conceptsOf(other).map(({ uri }) => uri),
    hierarchy,
  );
  const both = [...expanded].filter((uri) => theirs.has(uri));
  // What is broader than another shared concept says nothing more.
  const above = new Set(both.flatMap((uri) => [...hierarchy.ancestors(uri)]));
  return both
    .filter((uri) => tags.has(uri) || !above.has(uri))
    .sort((a, b) => Number(tags.has(b)) - Number(tags.has(a)))
    .slice(0, mostShared)
    .map((uri) => ({ uri, label: hierarchy.label(uri) }));
}

function withAncestors(uris: string[], hierarchy: Hierarchy): Set<string> {
  return new Set(uris.flatMap((uri) => [uri, ...hierarchy.ancestors(uri)]));
}
