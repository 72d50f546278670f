/** Lookup of the active index behind an alias, with layout, thesaurus and attributes from its mapping. */

import { AttributeRegistry, type Attributes } from '@semantic-search/engine/building-blocks';
import { type Cluster, ignoreNotFound } from '../cluster/cluster.ts';
import { attributeName } from './index-document.ts';

/** Metadata that this server stores in the `_meta` of a mapping. */
export interface IndexMetadata {
  layout?: number;
  /** Number of parts of the stored thesaurus; 0 without a thesaurus. */
  parts?: number;
  /** Identity of the words index. */
  id?: string;
}

interface Mappings {
  _meta?: IndexMetadata;
  properties?: Record<string, { properties?: Record<string, unknown> }>;
}

/** The active index, possibly with an outdated layout. */
export interface ActiveIndex {
  index: string;
  layout: number | undefined;
  parts: number;
  attributes: Attributes;
  /** Identity of the words index; undefined if it does not exist. */
  words: string | undefined;
}

export async function findActiveIndex(
  alias: string,
  words: string,
  cluster: Cluster,
): Promise<ActiveIndex | undefined> {
  // `local` reads the node's own cluster state, which also works while the cluster elects a manager.
  const querystring = { ignore_unavailable: true, local: true };
  const path = `/${alias},${words}/_mapping`;
  const body = (await ignoreNotFound(cluster.call({ method: 'GET', path, querystring }))) ?? {};
  const { [words]: ofWords, ...others } = body as Record<string, { mappings: Mappings }>;
  const [active] = Object.entries(others);
  if (!active) return undefined;
  const [index, { mappings }] = active;
  const { layout, parts = 0 } = mappings._meta ?? {};
  return { index, layout, parts, attributes: attributesOf(mappings), words: ofWords?.mappings._meta?.id };
}

function attributesOf({ properties }: Mappings): Attributes {
  const namesIn = (field: string) => Object.keys(properties?.[field]?.properties ?? {}).map(attributeName);
  const attributes = new AttributeRegistry();
  const measured = new Set(namesIn('measured'));
  for (const name of namesIn('literals')) attributes.add(name, 'literal');
  for (const name of namesIn('numbers')) attributes.add(name, measured.has(name) ? 'number' : 'date');
  return attributes;
}
