/** Editions: versions of a space's index behind one alias, each made with one thesaurus, and what this process knows of the one in force. */
import {
  type Attributes,
  type Extractor,
  emptyThesaurus,
  GrowingAttributes,
  openExtractor,
  type RecognisingThesaurus,
  type Vocabulary,
} from '@semantic-search/engine';
import { RemoteFault } from '../fault.ts';
import type { Cluster } from './cluster.ts';
import { longestAgreement } from './nodes.ts';
import { attributeName } from './record.ts';
import { type SpaceWords, spaceWords, unlessThere } from './space-words.ts';
import { indexTemplate, type Layout, layoutVersion } from './template.ts';
import { readThesaurusCopy, type ThesaurusCopy, type ThesaurusInUse } from './thesaurus-copy.ts';
import { type Counting, usualMostValues } from './values.ts';

export interface Edition {
  /** The index itself, not the alias: thesaurus and documents of a question belong together. */
  index: string;
  attributes: Attributes;
  /** All words that documents have had: it grows. */
  vocabulary: Vocabulary;
  thesaurus: RecognisingThesaurus;
  extractor: Extractor;
  /** What was asked of it already, by the question: it is true as long as the edition is looked at. */
  known: Map<string, Promise<unknown>>;
  counting: Counting;
}

/** An index in force, whatever layout it has. */
export interface Standing {
  index: string;
  copy: ThesaurusCopy;
}

export interface Editions {
  /** The alias. */
  alias: string;
  /** With the right to read; questions are asked of this one. */
  cluster: Cluster;
  /** With the right to write, and calls of its own: what is written does not stand in the way of questions. */
  writing: Cluster;
  words: SpaceWords;
  /** Undefined where the space was never made. */
  standing(): Promise<Standing | undefined>;
  /** The edition in force; undefined where the space was never made. Rejects with `outdated` where it must be written anew. */
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
  mostValues: number = usualMostValues,
): Editions {
  const counting = { shards: layout.shards, mostValues };
  const words = spaceWords(alias, { cluster, writing }, layout.replicas);
  let latest:
    | { since: number; found: Promise<Found | undefined>; edition: Promise<Edition | undefined> }
    | undefined;
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

  async function open(found: Found): Promise<Edition> {
    const { index, copy, attributes } = found;
    if (found.layout !== layoutVersion || found.words === undefined) {
      throw new RemoteFault('outdated', `The index ${index} has not the layout ${layoutVersion}.`);
    }
    const [{ thesaurus, extractor }, vocabulary] = await Promise.all([
      thesaurusOf(copy),
      words.upToDate(found.words),
    ]);
    return { index, attributes, vocabulary, thesaurus, extractor, known: new Map(), counting };
  }

  async function make(name: string, copy: ThesaurusCopy, ownAlias: string): Promise<void> {
    const template = indexTemplate(`${alias}-v-*`, layout);
    const meta: Meta = { layout: layoutVersion, thesaurus: copy };
    const body = { mappings: { _meta: meta }, aliases: { [ownAlias]: {} } };
    const longest = longestAgreement;
    await words.begin();
    await writing.call({ method: 'PUT', path: `/_index_template/${alias}`, body: template, longest });
    // The client asks another node where the answer of the first is lost.
    await writing.call({ method: 'PUT', path: `/${name}`, body, longest }).catch(unlessThere);
  }

  function look() {
    if (!latest || performance.now() - latest.since > validity) {
      const found = indexInForce(alias, words.index, cluster);
      const edition = found.then((index) => index && open(index));
      const looking = { since: performance.now(), found, edition };
      latest = looking;
      // A look that failed is not remembered.
      edition.catch(() => {
        if (latest === looking) latest = undefined;
      });
    }
    return latest;
  }

  async function current(signal?: AbortSignal): Promise<Edition | undefined> {
    signal?.throwIfAborted();
    return look().edition;
  }

  const changed = () => {
    latest = undefined;
  };
  return {
    alias,
    cluster,
    writing,
    words,
    standing: async () => look().found,
    current,
    changed,
    async inForce(signal) {
      const edition = await current(signal);
      if (!edition) throw new RemoteFault('unknown-space', `There is no index ${alias}.`);
      return edition;
    },
    async begin() {
      // The name is always the same: several processes that begin it at a time begin one.
      await make(`${alias}-v-first`, none.copy, alias);
      changed();
    },
    async prepare(copy) {
      const name = `${alias}-v-${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
      await make(name, copy, halfMade(name));
      return name;
    },
  };
}

/** The alias of an index that is not yet whole: who writes by it writes nowhere when someone else has taken that away. */
export function halfMade(index: string): string {
  return `${index}-next`;
}

/** Indices that are being made, or were left unfinished, and those that are no longer in force though nobody removed them. */
export async function leftOver(
  alias: string,
  cluster: Cluster,
): Promise<{ halfMade: string[]; unnamed: string[] }> {
  const found = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_alias` });
  const all = Object.entries(found as Record<string, { aliases: object }>);
  const named = (isNamed: (index: string, aliases: object) => boolean) =>
    all.filter(([index, { aliases }]) => isNamed(index, aliases)).map(([index]) => index);
  return {
    halfMade: named((index, aliases) => halfMade(index) in aliases),
    unnamed: named((_, aliases) => Object.keys(aliases).length === 0),
  };
}

function withExtractor(thesaurus: RecognisingThesaurus) {
  return { thesaurus, extractor: openExtractor(thesaurus.thesaurus, thesaurus.recogniser) };
}

interface Meta {
  layout?: number;
  thesaurus?: ThesaurusCopy;
  /** Of the index of words. */
  id?: string;
}

interface Mappings {
  _meta?: Meta;
  properties?: Record<string, { properties?: Record<string, unknown> }>;
}

interface Found extends Standing {
  layout: number | undefined;
  attributes: Attributes;
  /** Identity of the index of words; undefined where there is none. */
  words: string | undefined;
}

async function indexInForce(alias: string, words: string, cluster: Cluster): Promise<Found | undefined> {
  const query = { ignore_unavailable: true };
  const body = await cluster
    .call({ method: 'GET', path: `/${alias},${words}/_mapping`, query })
    .catch((error: unknown) => {
      if (error instanceof RemoteFault && error.kind === 'unknown-space') return {};
      throw error;
    });
  const { [words]: ofWords, ...others } = body as Record<string, { mappings: Mappings }>;
  const [found] = Object.entries(others);
  if (!found) return undefined;
  const [index, { mappings }] = found;
  const { layout, thesaurus: copy = none.copy } = mappings._meta ?? {};
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
