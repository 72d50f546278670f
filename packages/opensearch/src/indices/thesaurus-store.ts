/** Storage of thesauri in the cluster: for each document index, an auxiliary index with the parts. */
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
export interface ThesaurusLocation {
  alias: string;
  /** Index of the documents. */
  index: string;
  /** 0 if there is no thesaurus. */
  parts: number;
}

/** OpenSearch accepts requests of up to 100 MB. */
const PART_BYTES = 8 << 20;

export function partCount(record: Uint8Array): number {
  return Math.ceil(record.length / PART_BYTES);
}

export async function storeThesaurus(
  location: ThesaurusLocation,
  record: Uint8Array,
  space: Pick<ClusterSpace, 'writing' | 'layout'>,
): Promise<void> {
  await ensureAuxiliaryIndex(thesaurusIndex(location.alias, location.index), space);
  for (let part = 0; part < location.parts; part++) {
    const bytes = Buffer.from(record.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)).toString('base64');
    await space.writing.call({ method: 'PUT', path: pathOf(location, part), body: { bytes } });
  }
}

/** The stored record; undefined if there is no thesaurus. */
export async function thesaurusBytes(
  location: ThesaurusLocation,
  cluster: Cluster,
): Promise<Uint8Array | undefined> {
  if (location.parts === 0) return undefined;
  const parts: Buffer[] = [];
  for (let part = 0; part < location.parts; part++) {
    const body = await cluster.call({ method: 'GET', path: pathOf(location, part) });
    parts.push(Buffer.from((body as { _source: { bytes: string } })._source.bytes, 'base64'));
  }
  return Buffer.concat(parts);
}

function pathOf({ alias, index }: ThesaurusLocation, part: number): string {
  return `/${thesaurusIndex(alias, index)}/_doc/${part}`;
}
