/** The thesaurus of a space as it is kept in the cluster, for every process to have a copy: bytes in parts, under their own hash. */
import { hash } from 'node:crypto';
import { type Extractor, openThesaurusRecord, type RecognisingThesaurus } from '@semantic-search/engine';
import { RemoteFault } from '../fault.ts';
import type { Cluster } from './cluster.ts';

export interface ThesaurusCopy {
  /** '' for none. */
  id: string;
  parts: number;
}

export interface ThesaurusInUse {
  copy: ThesaurusCopy;
  thesaurus: RecognisingThesaurus;
  extractor: Extractor;
}

/** Bytes in one part; a cluster takes requests of up to 100 MB. */
const partSize = 8 << 20;

const indexOf = (alias: string) => `${alias}-thesaurus`;

export async function keepThesaurusCopy(
  alias: string,
  record: Uint8Array,
  cluster: Cluster,
): Promise<ThesaurusCopy> {
  const copy = { id: hash('sha256', record, 'hex'), parts: Math.ceil(record.length / partSize) };
  await cluster
    .call({ method: 'PUT', path: `/${indexOf(alias)}`, body: { mappings: { dynamic: false } } })
    .catch((error: unknown) => {
      const isThere = error instanceof RemoteFault && error.message.includes('resource_already_exists');
      if (!isThere) throw error;
    });
  for (let part = 0; part < copy.parts; part++) {
    const bytes = Buffer.from(record.subarray(part * partSize, (part + 1) * partSize)).toString('base64');
    await cluster.call({ method: 'PUT', path: pathOf(alias, copy, part), body: { bytes } });
  }
  return copy;
}

export async function readThesaurusCopy(
  alias: string,
  copy: ThesaurusCopy,
  cluster: Cluster,
): Promise<{ thesaurus: RecognisingThesaurus }> {
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

export async function forgetThesaurusCopy(
  alias: string,
  copy: ThesaurusCopy,
  cluster: Cluster,
): Promise<void> {
  for (let part = 0; part < copy.parts; part++) {
    await cluster.call({ method: 'DELETE', path: pathOf(alias, copy, part) });
  }
}

function pathOf(alias: string, { id }: ThesaurusCopy, part: number): string {
  return `/${indexOf(alias)}/_doc/${id}-${part}`;
}
