/** Index versions of a space behind one alias, each built with one thesaurus. */
import { setTimeout as pause } from 'node:timers/promises';
import { BackendError } from '@semantic-search/engine/backend';
import { AttributeRegistry, type Attributes } from '@semantic-search/engine/building-blocks';
import type { QuerySettings } from '@semantic-search/query';
import { LRUCache } from 'lru-cache';
import { type Cluster, changeState, ignoreAlreadyExists, ignoreNotFound } from '../cluster/cluster.ts';
import { buildAlias, writeAlias } from '../cluster/index-aliases.ts';
import { type ClusterSpace, indexTemplate, LAYOUT_VERSION } from '../cluster/index-template.ts';
import { attributeName } from './index-document.ts';
import { FRESH_MS, type IndexVersion } from './query-target.ts';
import { sharedTermDictionary } from './shared-term-dictionary.ts';
import { openStoredThesaurus, type StoredThesaurus, thesaurusBytes } from './thesaurus-store.ts';

export type IndexVersions = ReturnType<typeof openIndexVersions>;

interface Mappings {
  /** `parts` is the number of chunks of the stored thesaurus; `id` is the identity of a words index. */
  _meta?: { layout?: number; parts?: number; id?: string };
  properties?: Record<string, { properties?: Record<string, unknown> }>;
}

type Words = ReturnType<typeof sharedTermDictionary>;
type ActiveIndex = NonNullable<Awaited<ReturnType<typeof findActiveIndex>>>;

/** Cache of the newest version by generation. While the cluster fails or hangs, queries go on with the previous version. */
function versionCache({ alias, cluster, layout }: ClusterSpace, words: Words, querySettings: QuerySettings) {
  /** Thesauri by index name. Concurrent requests share one load, because it is expensive. */
  const thesauri = new LRUCache<string, StoredThesaurus, ActiveIndex>({
    max: 1,
    ignoreFetchAbort: true,
    async fetchMethod(_index, _previous, { context: active }) {
      return openStoredThesaurus(await thesaurusBytes({ alias, ...active }, cluster));
    },
  });
  return new LRUCache<number, IndexVersion>({
    max: 1,
    ttl: FRESH_MS,
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod() {
      const active = await findActiveIndex(alias, words.index, cluster);
      if (!active) return undefined;
      const { index, version, wordsId } = active;
      if (version !== LAYOUT_VERSION || wordsId === undefined) {
        const message = `The index ${index} does not have the layout version ${LAYOUT_VERSION}.`;
        throw new BackendError('outdated', message);
      }
      const [thesaurus, termDictionary] = await Promise.all([
        thesauri.forceFetch(index, { context: active }),
        words.load(wordsId),
      ]);
      const { shards } = layout;
      return { ...active, ...thesaurus, termDictionary, cache: new Map(), shards, querySettings };
    },
  });
}

export function openIndexVersions(space: ClusterSpace, querySettings: QuerySettings) {
  const { alias, cluster } = space;
  const words = sharedTermDictionary(space);
  const versions = versionCache(space, words, querySettings);
  /** Key in `versions`. Queries that wait for an earlier generation still get the version of that generation. */
  let generation = 0;

  /** Active version; undefined if the space does not exist. Rejects with `outdated` if it must be reindexed. */
  async function current(): Promise<IndexVersion | undefined> {
    const previous = versions.peek(generation, { allowStale: true });
    const loaded = versions.fetch(generation);
    // The cache itself would hide the failure of the first load.
    if (!previous) return loaded;
    return Promise.race([loaded.catch(() => previous), pause(FRESH_MS, previous, { ref: false })]);
  }

  /** Discards the cached version; the next query looks it up. */
  function invalidate(): void {
    generation += 1;
  }

  return {
    ...space,
    words,
    activeIndex: async () => versions.peek(generation) ?? findActiveIndex(alias, words.index, cluster),
    current,
    invalidate,
    /** Active version. Rejects with `unknown-space` if the space does not exist. */
    async require(): Promise<IndexVersion> {
      const indexVersion = await current();
      if (!indexVersion) throw new BackendError('unknown-space', `There is no index ${alias}.`);
      return indexVersion;
    },
    /** Creates the space if it does not exist. */
    async createFirst(): Promise<void> {
      // Fixed name, so that concurrent processes create the same index.
      const firstIndex = `${alias}-v-first`;
      await createIndex(firstIndex, 0, [alias, writeAlias(firstIndex)], { ...space, words });
      invalidate();
    },
    /** Creates an index that is not active. A later index has a greater name. */
    async createInactive(chunks: number): Promise<string> {
      const name = `${alias}-v-${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
      await createIndex(name, chunks, [buildAlias(name)], { ...space, words });
      return name;
    },
  };
}

/** Creates an index; `chunks` is the number of chunks of its stored thesaurus. */
async function createIndex(
  name: string,
  chunks: number,
  aliases: string[],
  { alias, writing, layout, words }: ClusterSpace & { words: Words },
): Promise<void> {
  const template = indexTemplate(`${alias}-v-*`, layout);
  const mappings: Mappings = { _meta: { layout: LAYOUT_VERSION, parts: chunks } };
  const body = { mappings, aliases: Object.fromEntries(aliases.map((aliasName) => [aliasName, {}])) };
  await words.create();
  await changeState(writing, { method: 'PUT', path: `/_index_template/${alias}`, body: template });
  // After a lost response, the failover to another node may find the index already created.
  await ignoreAlreadyExists(changeState(writing, { method: 'PUT', path: `/${name}`, body }));
}

/** The active index, possibly with an outdated layout; `wordsId` is undefined if there is no words index. */
async function findActiveIndex(alias: string, words: string, cluster: Cluster) {
  // `local` reads the node's own cluster state, which also works while the cluster elects a manager.
  const querystring = { ignore_unavailable: true, local: true };
  const path = `/${alias},${words}/_mapping`;
  const body = (await ignoreNotFound(cluster.call({ method: 'GET', path, querystring }))) ?? {};
  const { [words]: wordsIndex, ...documentIndices } = body as Record<string, { mappings: Mappings }>;
  const [active] = Object.entries(documentIndices);
  if (!active) return undefined;
  const [index, { mappings }] = active;
  const { layout: version, parts: chunks = 0 } = mappings._meta ?? {};
  const wordsId = wordsIndex?.mappings._meta?.id;
  return { index, version, chunks, attributes: attributesOf(mappings), wordsId };
}

function attributesOf({ properties }: Mappings): Attributes {
  const namesIn = (field: string) => Object.keys(properties?.[field]?.properties ?? {}).map(attributeName);
  const attributes = new AttributeRegistry();
  const measured = new Set(namesIn('measured'));
  for (const name of namesIn('literals')) attributes.add(name, 'literal');
  for (const name of namesIn('numbers')) attributes.add(name, measured.has(name) ? 'number' : 'date');
  return attributes;
}
