/**
 * The thesaurus of a space as it is kept in the cluster, for every process to have a copy: bytes in parts. Each index of
 * documents has a copy of its own, and is made before it: a copy that no index names is needed by nobody.
 */
import { type Extractor, type IndexedThesaurus, openThesaurusRecord } from '@semantic-search/engine';
import { makeBeside } from './auxiliary-index.ts';
import type { Cluster } from './cluster.ts';
import { unlessGone } from './ignorable-errors.ts';

export interface ThesaurusCopy {
  /** '' for none. */
  id: string;
  parts: number;
}

/** The mapping of an index, by what it says of its copy. */
interface Naming {
  mappings: { _meta?: { thesaurus?: ThesaurusCopy } };
}

export const noCopy: ThesaurusCopy = { id: '', parts: 0 };

export interface ThesaurusInUse {
  copy: ThesaurusCopy;
  thesaurus: IndexedThesaurus;
  extractor: Extractor;
}

/** Bytes in one part; a cluster takes requests of up to 100 MB. */
const partSize = 8 << 20;
/** More than there ever are; what is beyond goes the next time. */
const mostParts = 1000;

const indexOf = (alias: string) => `${alias}-thesaurus`;

/** That of an index of this name. */
export function copyFor(index: string, record: Uint8Array): ThesaurusCopy {
  return { id: index, parts: Math.ceil(record.length / partSize) };
}

export async function keepThesaurusCopy(
  { alias, replicas, writing: cluster }: KeptFor,
  copy: ThesaurusCopy,
  record: Uint8Array,
): Promise<void> {
  await makeBeside(indexOf(alias), { dynamic: false }, replicas, cluster);
  for (let part = 0; part < copy.parts; part++) {
    const bytes = Buffer.from(record.subarray(part * partSize, (part + 1) * partSize)).toString('base64');
    await cluster.call({ method: 'PUT', path: pathOf(alias, copy, part), body: { bytes } });
  }
}

interface KeptFor {
  alias: string;
  replicas: string;
  writing: Cluster;
}

export async function readThesaurusCopy(
  alias: string,
  copy: ThesaurusCopy,
  cluster: Cluster,
): Promise<{ thesaurus: IndexedThesaurus }> {
  return { thesaurus: openThesaurusRecord(await thesaurusBytes(alias, copy, cluster)) };
}

/** The record as it was kept. */
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

/** Takes away the copies that no index names: of one that was replaced, or of whoever failed or died. */
export async function forgetUnnamedCopies(alias: string, cluster: Cluster): Promise<void> {
  if (!(await unlessGone(cluster.refresh(indexOf(alias))))) return;
  // Copies first: what is kept after this is of an index that is there by then.
  const body = { size: mostParts, _source: false, sort: ['_doc'], track_total_hits: false };
  const { hits } = await cluster.search(`/${indexOf(alias)}/_search`, body);
  const found = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_mapping` });
  const named = new Set(
    Object.values(found as Record<string, Naming>).map(({ mappings }) => mappings._meta?.thesaurus?.id),
  );
  for (const { _id } of hits) {
    if (!named.has(_id.slice(0, _id.lastIndexOf('-'))))
      await unlessGone(cluster.call({ method: 'DELETE', path: `/${indexOf(alias)}/_doc/${_id}` }));
  }
}

function pathOf(alias: string, { id }: ThesaurusCopy, part: number): string {
  return `/${indexOf(alias)}/_doc/${id}-${part}`;
}
