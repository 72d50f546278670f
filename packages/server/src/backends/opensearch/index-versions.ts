/** Editions: versions of a space's index behind one alias, each made with one thesaurus, and what this process knows of the one in force. */
import {
  type Attributes,
  type Extractor,
  emptyThesaurus,
  type IndexedThesaurus,
  openExtractor,
  type TermDictionary,
} from '@semantic-search/engine';
import { BackendError } from '../backend-error.ts';
import { indexInForce, type Meta, type Standing } from './active-index.ts';
import type { Cluster } from './cluster.ts';
import { type Counting, usualMostValues } from './field-values.ts';
import { unlessThere } from './ignorable-errors.ts';
import { halfMade, taking } from './index-aliases.ts';
import { indexTemplate, type Layout, layoutVersion } from './index-template.ts';
import { longestAgreement } from './node-pool.ts';
import { lastSeen } from './stale-while-revalidate.ts';
import { type SpaceWords, spaceWords } from './term-statistics.ts';
import { noCopy, readThesaurusCopy, type ThesaurusCopy, type ThesaurusInUse } from './thesaurus-store.ts';

export interface IndexVersion {
  /** The index itself, not the alias: thesaurus and documents of a question belong together. */
  index: string;
  attributes: Attributes;
  /** All words that documents have had: it grows. */
  vocabulary: TermDictionary;
  thesaurus: IndexedThesaurus;
  extractor: Extractor;
  /** What was asked of it already, by the question: it is true as long as the edition is looked at. */
  known: Map<string, Promise<unknown>>;
  counting: Counting;
}

/** Where a question is asked. */
export interface Within {
  edition: IndexVersion;
  cluster: Cluster;
  signal: AbortSignal | undefined;
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
  current(signal?: AbortSignal): Promise<IndexVersion | undefined>;
  /** Rejects with `unknown-space` where there is none. */
  inForce(signal?: AbortSignal): Promise<IndexVersion>;
  /** Makes the space where there is none. */
  begin(): Promise<void>;
  /** A name for another index, after those of before. */
  newName(): string;
  /** Makes an index of this name with this thesaurus that is not yet in force. */
  prepare(name: string, thesaurus: ThesaurusCopy): Promise<void>;
  /** With as many copies as new indices have. */
  replicas: string;
  /** What was known may be outdated: the next question looks again. */
  changed(): void;
}

const none: ThesaurusInUse = { copy: noCopy, ...withExtractor(emptyThesaurus()) };

export function editionsOf(
  alias: string,
  { cluster, writing }: Pick<Editions, 'cluster' | 'writing'>,
  layout: Layout,
  mostValues: number = usualMostValues,
): Editions {
  const counting = { shards: layout.shards, mostValues };
  const words = spaceWords(alias, { cluster, writing }, layout.replicas);
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

  async function open(found: Standing): Promise<IndexVersion> {
    const { index, copy, attributes } = found;
    if (found.layout !== layoutVersion || found.words === undefined) {
      throw new BackendError('outdated', `The index ${index} has not the layout ${layoutVersion}.`);
    }
    const [{ thesaurus, extractor }, vocabulary] = await Promise.all([
      thesaurusOf(copy),
      words.upToDate(found.words),
    ]);
    return { index, attributes, vocabulary, thesaurus, extractor, known: new Map(), counting };
  }

  const standing = () => indexInForce(alias, words.index, cluster);
  const latest = lastSeen(async () => {
    const found = await standing();
    return found && { found, edition: await open(found) };
  });

  async function current(signal?: AbortSignal): Promise<IndexVersion | undefined> {
    return (await latest.now(signal))?.edition;
  }

  async function make(name: string, copy: ThesaurusCopy, ...named: string[]): Promise<void> {
    const template = indexTemplate(`${alias}-v-*`, layout);
    const meta: Meta = { layout: layoutVersion, thesaurus: copy };
    const aliases = Object.fromEntries(named.map((each) => [each, {}]));
    const body = { mappings: { _meta: meta }, aliases };
    const longest = longestAgreement;
    await words.begin();
    await writing.call({ method: 'PUT', path: `/_index_template/${alias}`, body: template, longest });
    // The client asks another node where the answer of the first is lost.
    await unlessThere(writing.call({ method: 'PUT', path: `/${name}`, body, longest }));
  }

  return {
    alias,
    cluster,
    writing,
    words,
    replicas: layout.replicas,
    standing: async () => latest.fresh()?.found ?? standing(),
    current,
    changed: latest.changed,
    async inForce(signal) {
      const edition = await current(signal);
      if (!edition) throw new BackendError('unknown-space', `There is no index ${alias}.`);
      return edition;
    },
    async begin() {
      // The name is always the same: several processes that begin it at a time begin one.
      const first = `${alias}-v-first`;
      await make(first, noCopy, alias, taking(first));
      latest.changed();
    },
    newName: () => `${alias}-v-${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`,
    prepare: (name, copy) => make(name, copy, halfMade(name)),
  };
}

function withExtractor(thesaurus: IndexedThesaurus) {
  return { thesaurus, extractor: openExtractor(thesaurus.thesaurus, thesaurus.recogniser) };
}
