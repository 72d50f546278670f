/** Storage of thesauri in the cluster: for each document index, an auxiliary index with the parts. */
import { type Extractor, openExtractor } from '@semantic-search/engine/building-blocks';
import { deserializeThesaurus, emptyThesaurus, type IndexedThesaurus } from '@semantic-search/query';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Cluster } from '../cluster/cluster.ts';
import { thesaurusIndex } from '../cluster/index-aliases.ts';
import { type ClusterSpace, ensureAuxiliaryIndex } from '../cluster/index-template.ts';

/** A thesaurus, its indexes, and the extractor of its concepts. */
export interface ReadThesaurus {
  thesaurus: Thesaurus;
  indexedThesaurus: IndexedThesaurus;
  extractor: Extractor;
}

export function readThesaurus(record: Uint8Array | undefined): ReadThesaurus {
  const indexedThesaurus = record ? deserializeThesaurus(record) : emptyThesaurus();
  const { thesaurus, conceptMatcher } = indexedThesaurus;
  return { thesaurus, indexedThesaurus, extractor: openExtractor(thesaurus, conceptMatcher) };
}

/** Location of the thesaurus of an index version. */
export interface ThesaurusCopy {
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
  copy: ThesaurusCopy,
  record: Uint8Array,
  space: Pick<ClusterSpace, 'writing' | 'layout'>,
): Promise<void> {
  await ensureAuxiliaryIndex(thesaurusIndex(copy.alias, copy.index), space);
  for (let part = 0; part < copy.parts; part++) {
    const bytes = Buffer.from(record.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)).toString('base64');
    await space.writing.call({ method: 'PUT', path: pathOf(copy, part), body: { bytes } });
  }
}

/** The stored record; undefined if there is no thesaurus. */
export async function thesaurusBytes(copy: ThesaurusCopy, cluster: Cluster): Promise<Uint8Array | undefined> {
  if (copy.parts === 0) return undefined;
  const parts: Buffer[] = [];
  for (let part = 0; part < copy.parts; part++) {
    const body = await cluster.call({ method: 'GET', path: pathOf(copy, part) });
    parts.push(Buffer.from((body as { _source: { bytes: string } })._source.bytes, 'base64'));
  }
  return Buffer.concat(parts);
}

function pathOf({ alias, index }: ThesaurusCopy, part: number): string {
  return `/${thesaurusIndex(alias, index)}/_doc/${part}`;
}
