/** Storage of thesauri in the cluster, in chunks: an auxiliary index for each document index. */
import { type Extractor, openExtractor } from '@semantic-search/engine/building-blocks';
import { deserializeThesaurus, emptyThesaurus, type IndexedThesaurus } from '@semantic-search/query';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Cluster } from '../cluster/cluster.ts';
import { thesaurusIndex } from '../cluster/index-aliases.ts';
import { type ClusterSpace, ensureAuxiliaryIndex } from '../cluster/index-template.ts';

/** A stored thesaurus, opened with its indexes and the extractor of its concepts. */
export interface StoredThesaurus {
  thesaurus: Thesaurus;
  indexedThesaurus: IndexedThesaurus;
  extractor: Extractor;
}

export function openStoredThesaurus(record: Uint8Array | undefined): StoredThesaurus {
  const indexedThesaurus = record ? deserializeThesaurus(record) : emptyThesaurus();
  const { thesaurus, conceptMatcher } = indexedThesaurus;
  return { thesaurus, indexedThesaurus, extractor: openExtractor(thesaurus, conceptMatcher) };
}

/** Where the record of the thesaurus of an index version is stored. */
interface ThesaurusLocation {
  alias: string;
  /** Index of the documents. */
  index: string;
  /** 0 if there is no thesaurus. */
  chunks: number;
}

/** In base64, far below the 100 MB of a request that OpenSearch accepts. */
const CHUNK_BYTES = 8 * 2 ** 20;

export function chunkCount(record: Uint8Array): number {
  return Math.ceil(record.length / CHUNK_BYTES);
}

export async function storeThesaurus(
  location: ThesaurusLocation,
  record: Uint8Array,
  space: Pick<ClusterSpace, 'writing' | 'layout'>,
): Promise<void> {
  await ensureAuxiliaryIndex(thesaurusIndex(location.alias, location.index), space);
  for (let i = 0; i < location.chunks; i++) {
    const chunk = record.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES);
    const body = { bytes: Buffer.from(chunk).toString('base64') };
    await space.writing.call({ method: 'PUT', path: chunkPath(location, i), body });
  }
}

/** The stored record; undefined if there is no thesaurus. */
export async function thesaurusBytes(location: ThesaurusLocation, cluster: Cluster) {
  if (location.chunks === 0) return undefined;
  const chunks: Buffer[] = [];
  for (let i = 0; i < location.chunks; i++) {
    const body = await cluster.call({ method: 'GET', path: chunkPath(location, i) });
    chunks.push(Buffer.from((body as { _source: { bytes: string } })._source.bytes, 'base64'));
  }
  return Buffer.concat(chunks);
}

function chunkPath({ alias, index }: ThesaurusLocation, chunk: number): string {
  return `/${thesaurusIndex(alias, index)}/_doc/${chunk}`;
}
