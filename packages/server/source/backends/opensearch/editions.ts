/** Editions: versions of a space's index behind one alias, each made with one thesaurus, and what this process knows of the one in force. */
import {
  Attributes,
  type Extractor,
  emptyThesaurus,
  type Language,
  languageOf,
  openExtractor,
  type RecognisingThesaurus,
} from '@semantic-search/engine';
import { RemoteFault } from '../fault.ts';
import type { Cluster } from './cluster.ts';
import { longestAgreement } from './nodes.ts';
import { attributeName } from './record.ts';
import { indexTemplate, type Layout } from './template.ts';
import { readThesaurusCopy, type ThesaurusCopy, type ThesaurusInUse } from './thesaurus-copy.ts';

export interface Edition {
  /** The index itself, not the alias: thesaurus and documents of a question belong together. */
  index: string;
  attributes: Attributes;
  /** Languages of the documents. */
  languages: Language[];
  thesaurus: RecognisingThesaurus;
  extractor: Extractor;
  thesaurusCopy: ThesaurusCopy;
  /** What was asked of it already, by the question: it is true as long as the edition is looked at. */
  known: Map<string, Promise<unknown>>;
}

export interface Editions {
  /** The alias. */
  alias: string;
  /** With the right to read; questions are asked of this one. */
  cluster: Cluster;
  /** With the right to write, and calls of its own: what is written does not stand in the way of questions. */
  writing: Cluster;
  /** The edition in force; undefined where the space was never made. */
  current(signal?: AbortSignal): Promise<Edition | undefined>;
  /** Rejects with `unknown-space` where there is none. */
  inForce(signal?: AbortSignal): Promise<Edition>;
  /** Makes the space where there is none. */
  begin(): Promise<void>;
  /** Makes an index with this thesaurus that is not yet in force; resolves with its name. */
  prepare(thesaurus: ThesaurusCopy): Promise<string>;
  /** What was known may be outdated: the next question looks again. */
  changed(): void;
}

/** How long an edition is taken for the one in force, in milliseconds: changes made elsewhere are seen after that. */
const validity = 500;

const none: ThesaurusInUse = { copy: { id: '', parts: 0 }, ...withExtractor(emptyThesaurus()) };

export function editionsOf(
  alias: string,
  { cluster, writing }: Pick<Editions, 'cluster' | 'writing'>,
  layout: Layout,
): Editions {
  let latest: { since: number; edition: Promise<Edition | undefined> } | undefined;
  /** Opened once, however many look for it meanwhile: that takes the time of many questions. */
  let opened = { id: none.copy.id, inUse: Promise.resolve(none) };

  function thesaurusOf(copy: ThesaurusCopy): Promise<ThesaurusInUse> {
    if (copy.id === opened.id) return opened.inUse;
    const inUse =
      copy.id === ''
        ? Promise.resolve(none)
        : readThesaurusCopy(alias, copy, cluster).then(({ thesaurus }) => ({
            copy,
            ...withExtractor(thesaurus),
          }));
    const opening = { id: copy.id, inUse };
    opened = opening;
    // One that could not be read is tried again.
    inUse.catch(() => {
      if (opened === opening) opened = { id: none.copy.id, inUse: Promise.resolve(none) };
    });
    return inUse;
  }

  async function look(): Promise<Edition | undefined> {
    const found = await mappingOf(alias, cluster);
    if (!found) return undefined;
    const { index, copy, fields } = found;
    const { thesaurus, extractor } = await thesaurusOf(copy);
    return { index, ...fields, thesaurus, extractor, thesaurusCopy: copy, known: new Map() };
  }

  async function make(name: string, more: object): Promise<void> {
    const body = indexTemplate(`${alias}-v-*`, layout);
    const longest = longestAgreement;
    await writing.call({ method: 'PUT', path: `/_index_template/${alias}`, body, longest });
    await writing.call({ method: 'PUT', path: `/${name}`, body: more, longest });
  }

  function current(signal?: AbortSignal): Promise<Edition | undefined> {
    signal?.throwIfAborted();
    if (!latest || performance.now() - latest.since > validity) {
      const edition = look();
      const looking = { since: performance.now(), edition };
      latest = looking;
      // A look that failed is not remembered.
      edition.catch(() => {
        if (latest === looking) latest = undefined;
      });
    }
    return latest.edition;
  }

  const changed = () => {
    latest = undefined;
  };
  return {
    alias,
    cluster,
    writing,
    current,
    changed,
    async inForce(signal) {
      const edition = await current(signal);
      if (!edition) throw new RemoteFault('unknown-space', `There is no index ${alias}.`);
      return edition;
    },
    async begin() {
      // Of several processes that begin it at a time one is first: the name is always the same.
      await make(`${alias}-v-first`, { aliases: { [alias]: {} } }).catch((error: unknown) => {
        const isThere = error instanceof RemoteFault && error.message.includes('resource_already_exists');
        if (!isThere) throw error;
      });
      changed();
    },
    async prepare(copy) {
      const name = `${alias}-v-${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
      await make(name, { mappings: { _meta: { thesaurus: copy } }, aliases: { [halfMade(name)]: {} } });
      return name;
    },
  };
}

/** The alias of an index that is not yet whole: who writes by it writes nowhere when someone else has taken that away. */
export function halfMade(index: string): string {
  return `${index}-next`;
}

/** Indices that are being made, or that someone left unfinished. */
export async function allHalfMade(alias: string, cluster: Cluster): Promise<string[]> {
  const found = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_alias` });
  return Object.entries(found as Record<string, { aliases: object }>)
    .filter(([index, { aliases }]) => halfMade(index) in aliases)
    .map(([index]) => index);
}

function withExtractor(thesaurus: RecognisingThesaurus) {
  return { thesaurus, extractor: openExtractor(thesaurus.thesaurus, thesaurus.recogniser) };
}

interface Mappings {
  _meta?: { thesaurus?: ThesaurusCopy };
  properties?: Record<string, { properties?: Record<string, unknown> }>;
}

async function mappingOf(alias: string, cluster: Cluster) {
  const body = await cluster.call({ method: 'GET', path: `/${alias}/_mapping` }).catch((error: unknown) => {
    if (error instanceof RemoteFault && error.kind === 'unknown-space') return {};
    throw error;
  });
  const [found] = Object.entries(body as Record<string, { mappings: Mappings }>);
  if (!found) return undefined;
  const [index, { mappings }] = found;
  const copy = mappings._meta?.thesaurus ?? none.copy;
  return { index, copy, fields: fieldsOf(mappings) };
}

function fieldsOf({ properties }: Mappings): Pick<Edition, 'attributes' | 'languages'> {
  const namesIn = (field: string) => Object.keys(properties?.[field]?.properties ?? {}).map(attributeName);
  const attributes = new Attributes();
  const measured = new Set(namesIn('measured'));
  for (const name of namesIn('literals')) attributes.addLiteral(name);
  for (const name of namesIn('numbers')) attributes.addNumber(name, measured.has(name) ? 'number' : 'date');
  return { attributes, languages: namesIn('stems').map((code) => languageOf(code)) };
}
