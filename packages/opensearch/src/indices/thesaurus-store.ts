/**
 * Storage of thesauri in the cluster, as binary parts in an auxiliary index.
 *
 * Each document index has its own copy. The index is created first, so a copy that no index references can be deleted.
 */

import { type Cluster, ignoreNotFound } from '../cluster/cluster.ts';
import { ensureAuxiliaryIndex } from '../cluster/index-template.ts';

export interface ThesaurusCopy {
  /** Empty if there is no thesaurus. */
  id: string;
  parts: number;
}

/** Part of a mapping that references the copy. */
interface MappingMetadata {
  mappings: { _meta?: { thesaurus?: ThesaurusCopy } };
}

export const NO_THESAURUS: ThesaurusCopy = { id: '', parts: 0 };

/** OpenSearch accepts requests of up to 100 MB. */
const PART_BYTES = 8 << 20;
/** Parts deleted per call; more are left for the next call. */
const MAX_PARTS = 1000;

const indexOf = (alias: string) => `${alias}-thesaurus`;

/** Descriptor of the copy for a new index. */
export function newThesaurusCopy(index: string, record: Uint8Array): ThesaurusCopy {
  return { id: index, parts: Math.ceil(record.length / PART_BYTES) };
}

export async function storeThesaurus(
  { alias, replicas, writing: cluster }: StoreTarget,
  copy: ThesaurusCopy,
  record: Uint8Array,
): Promise<void> {
  await ensureAuxiliaryIndex(indexOf(alias), { dynamic: false }, replicas, cluster);
  for (let part = 0; part < copy.parts; part++) {
    const bytes = Buffer.from(record.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)).toString('base64');
    await cluster.call({ method: 'PUT', path: pathOf(alias, copy, part), body: { bytes } });
  }
}

interface StoreTarget {
  alias: string;
  replicas: string;
  writing: Cluster;
}

/** The stored record. */
export async function thesaurusBytes(
  alias: string,
  copy: ThesaurusCopy,
  cluster: Cluster,
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (let part = 0; part < copy.parts; part++) {
    const body = await cluster.call({ method: 'GET', path: pathOf(alias, copy, part) });
    parts.push(Buffer.from((body as { _source: { bytes: string } })._source.bytes, 'base64'));
  }
  return Buffer.concat(parts);
}

/** Deletes copies that no index references, left over from replaced or failed versions. */
export async function deleteUnreferencedCopies(alias: string, cluster: Cluster): Promise<void> {
  if (!(await ignoreNotFound(cluster.refresh(indexOf(alias))))) return;
  // Lists copies before indices: a copy stored later belongs to an index that exists by then.
  const body = { size: MAX_PARTS, _source: false, sort: ['_doc'], track_total_hits: false };
  const { hits } = await cluster.search(`/${indexOf(alias)}/_search`, body);
  const found = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_mapping` });
  const named = new Set(
    Object.values(found as Record<string, MappingMetadata>).map(
      ({ mappings }) => mappings._meta?.thesaurus?.id,
    ),
  );
  for (const { _id } of hits) {
    if (!named.has(_id.slice(0, _id.lastIndexOf('-'))))
      await ignoreNotFound(cluster.call({ method: 'DELETE', path: `/${indexOf(alias)}/_doc/${_id}` }));
  }
}

function pathOf(alias: string, { id }: ThesaurusCopy, part: number): string {
  return `/${indexOf(alias)}/_doc/${id}-${part}`;
}
