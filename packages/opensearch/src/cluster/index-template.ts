/** Index template: settings and mappings of document indices and auxiliary indices. */
import { type Cluster, changeState, ignoreAlreadyExists } from './cluster.ts';

/** Increase this with every change that requires reindexing. */
export const LAYOUT_VERSION = 19;

export interface Layout {
  shards: number;
  /** Replicas of each shard, a range such as `0-1`, for `index.auto_expand_replicas`. */
  replicas: string;
  /** Parameters of BM25. */
  k1: number;
  b: number;
}

/** A search space in a cluster. */
export interface ClusterSpace {
  alias: string;
  /** Connection with read permission, for queries. */
  cluster: Cluster;
  /** Connection with write permission and its own bulkhead, so that writes do not block queries. */
  writing: Cluster;
  layout: Layout;
}

/** Maximum number of fields of an index; each attribute is a field. */
export const MAX_FIELDS = 5000;

export function indexTemplate(pattern: string, { shards, replicas, k1, b }: Layout): object {
  return {
    index_patterns: [pattern],
    template: {
      settings: {
        number_of_shards: shards,
        auto_expand_replicas: replicas,
        'mapping.total_fields.limit': MAX_FIELDS,
        // OpenSearch keeps versions of deleted documents this long, so a delayed request cannot restore a document.
        gc_deletes: '15m',
        analysis,
        similarity: { default: { type: 'BM25', k1, b }, rarity: { type: 'BM25', k1: 0, b: 0 } },
      },
      mappings: { dynamic: false, dynamic_templates: dynamicFields, properties },
    },
  };
}

/** Creates an auxiliary index, such as the words index, with one shard. Updates the replicas of an existing one. */
export async function ensureAuxiliaryIndex(
  index: string,
  { writing: cluster, layout }: Pick<ClusterSpace, 'writing' | 'layout'>,
  mappings = {},
): Promise<void> {
  const replication = { 'index.auto_expand_replicas': layout.replicas };
  const settings = { number_of_shards: 1, ...replication };
  const body = { settings, mappings: { dynamic: false, ...mappings } };
  const isNew = await ignoreAlreadyExists(changeState(cluster, { method: 'PUT', path: `/${index}`, body }));
  if (!isNew) await changeState(cluster, { method: 'PUT', path: `/${index}/_settings`, body: replication });
}

/** Separates alternative terms at one word position; no term contains it. */
export const ALTERNATIVE_SEPARATOR = '|';

/** The engine analyzes texts; OpenSearch only splits the terms at whitespace. So both backends match the same words. */
const analysis = {
  tokenizer: { terms: { type: 'whitespace', max_token_length: 1_048_576 } },
  filter: {
    alternatives: {
      type: 'pattern_capture',
      preserve_original: false,
      patterns: [`([^${ALTERNATIVE_SEPARATOR}]+)`],
    },
  },
  analyzer: { alternatives: { type: 'custom', tokenizer: 'terms', filter: ['alternatives'] } },
};

const fieldsUnder = (name: string, mapping: object) => ({ [name]: { path_match: `${name}.*`, mapping } });

const dynamicFields = [
  fieldsUnder('literals', { type: 'keyword' }),
  fieldsUnder('numbers', { type: 'double' }),
  fieldsUnder('measured', { type: 'boolean', index: false, doc_values: false }),
];

const unsearched = { type: 'keyword', index: false, doc_values: false };
const sorted = { type: 'keyword', index: false };
const dynamicObject = { type: 'object', dynamic: true };

const properties = {
  id: unsearched,
  /** Original document as JSON. */
  content: unsearched,
  /** URIs of the concepts that the engine extracted from the text. */
  extracted: unsearched,
  /** Hash of the id. */
  key: { type: 'keyword' },
  /** Terms of the title (repeated, so that they count twice) and of the other texts. */
  terms: { type: 'text', analyzer: 'alternatives' },
  /** Terms of the title, scored by rarity only. */
  title_terms: { type: 'text', analyzer: 'alternatives', similarity: 'rarity', norms: false },
  /** Terms of the title and of the beginning of the other texts. */
  lead_terms: { type: 'text', analyzer: 'alternatives', similarity: 'rarity', norms: false },
  /** 1 divided by the number of words and subwords of the title; 0 without a title. */
  title_share: { type: 'double', index: false },
  id_key: sorted,
  title_key: sorted,
  date: { type: 'double' },
  /** The document's date, or the time of its last write if it has no date. */
  date_or_written: { type: 'double', index: false },
  /** Concepts of the document and all broader ones. */
  about: { type: 'keyword' },
  /** Concepts in `about` that come only from tags extracted from the text. */
  automatic: { type: 'keyword', doc_values: false },
  /** The concepts in `about`, each prefixed with the number of steps down to the nearest tag. */
  steps: { type: 'keyword', doc_values: false },
  literals: dynamicObject,
  numbers: dynamicObject,
  measured: dynamicObject,
  /** Paths of the fields in `literals` and `numbers` with a value. */
  attributes: { type: 'keyword' },
};
