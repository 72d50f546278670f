/**
 * The index template: what every document has. Texts come as the terms of the engine's own analysis, one for each word in
 * its place; nothing is analysed anew, so that both engines find by the same words.
 */
import { b, k1 } from '@semantic-search/engine';

/** Raised with every change by which documents have to be written anew. */
export const layoutVersion = 6;

export interface Layout {
  shards: number;
  /** Copies of each shard, such as `1` or `0-1` for as many as there are nodes for. */
  replicas: string;
}

/** Attributes are fields of their own: so many there can be, all kinds of fields counted. */
const mostFields = 5000;

export function indexTemplate(pattern: string, { shards, replicas }: Layout): object {
  return {
    index_patterns: [pattern],
    template: {
      settings: {
        number_of_shards: shards,
        auto_expand_replicas: expandedTo(replicas),
        'mapping.total_fields.limit': mostFields,
        // So long it is known which version of a document was deleted: a request that was given up does not bring it back.
        gc_deletes: '15m',
        analysis,
        similarity: { default: { type: 'BM25', k1, b }, rarity: { type: 'BM25', k1: 0, b: 0 } },
      },
      mappings: { dynamic: false, dynamic_templates: dynamicFields, properties },
    },
  };
}

export function expandedTo(replicas: string): string {
  return replicas.includes('-') ? replicas : `${replicas}-${replicas}`;
}

/** Between terms that stand for the same word of a text or a query: it is in no term. */
export const alternativeTo = '|';

const analysis = {
  tokenizer: { terms: { type: 'whitespace', max_token_length: 1_048_576 } },
  filter: {
    alternatives: {
      type: 'pattern_capture',
      preserve_original: false,
      patterns: [`([^${alternativeTo}]+)`],
    },
  },
  analyzer: {
    alternatives: { type: 'custom', tokenizer: 'terms', filter: ['alternatives'] },
  },
};

const named = (name: string, mapping: object) => ({ [name]: { path_match: `${name}.*`, mapping } });

const dynamicFields = [
  named('literals', { type: 'keyword' }),
  named('numbers', { type: 'double' }),
  named('measured', { type: 'boolean', index: false, doc_values: false }),
];

const unsearched = { type: 'keyword', index: false, doc_values: false };
const sorted = { type: 'keyword', index: false };
const open = { type: 'object', dynamic: true };

const properties = {
  id: unsearched,
  /** The document as it was written, in JSON. */
  content: unsearched,
  extracted: unsearched,
  key: { type: 'keyword' },
  /** Terms of the title, once more those of the title, which so count twice, and those of the other texts. */
  terms: { type: 'text', analyzer: 'alternatives' },
  id_key: sorted,
  title_key: sorted,
  date: { type: 'double' },
  /** Concepts that the document is tagged with, and everything broader; a rare one counts more. */
  about: { type: 'keyword', similarity: 'rarity' },
  /** The same with the steps down to the nearest tag before it. */
  steps: { type: 'keyword', doc_values: false },
  literals: open,
  numbers: open,
  measured: open,
};
