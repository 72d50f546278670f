/** The index that an alias stands for, as its mapping tells of it: layout, thesaurus and attributes. */
import { type Attributes, GrowingAttributes } from '@semantic-search/engine';
import { BackendError } from '../backend-error.ts';
import type { Cluster } from './cluster.ts';
import { attributeName } from './index-document.ts';
import { noCopy, type ThesaurusCopy } from './thesaurus-store.ts';

/** What the mapping of an index keeps for this service. */
export interface Meta {
  layout?: number;
  thesaurus?: ThesaurusCopy;
  /** Of the index of words. */
  id?: string;
}

interface Mappings {
  _meta?: Meta;
  properties?: Record<string, { properties?: Record<string, unknown> }>;
}

/** An index in force, whatever layout it has. */
export interface Standing {
  index: string;
  copy: ThesaurusCopy;
  layout: number | undefined;
  attributes: Attributes;
  /** Identity of the index of words; undefined where there is none. */
  words: string | undefined;
}

export async function indexInForce(
  alias: string,
  words: string,
  cluster: Cluster,
): Promise<Standing | undefined> {
  // A node knows by itself: while a cluster chooses its manager it goes on answering.
  const query = { ignore_unavailable: true, local: true };
  const body = await cluster
    .call({ method: 'GET', path: `/${alias},${words}/_mapping`, query })
    .catch((error: unknown) => {
      if (error instanceof BackendError && error.kind === 'unknown-space') return {};
      throw error;
    });
  const { [words]: ofWords, ...others } = body as Record<string, { mappings: Mappings }>;
  const [found] = Object.entries(others);
  if (!found) return undefined;
  const [index, { mappings }] = found;
  const { layout, thesaurus: copy = noCopy } = mappings._meta ?? {};
  return { index, copy, layout, attributes: attributesOf(mappings), words: ofWords?.mappings._meta?.id };
}

function attributesOf({ properties }: Mappings): Attributes {
  const namesIn = (field: string) => Object.keys(properties?.[field]?.properties ?? {}).map(attributeName);
  const attributes = new GrowingAttributes();
  const measured = new Set(namesIn('measured'));
  for (const name of namesIn('literals')) attributes.addLiteral(name);
  for (const name of namesIn('numbers')) attributes.addNumber(name, measured.has(name) ? 'number' : 'date');
  return attributes;
}
