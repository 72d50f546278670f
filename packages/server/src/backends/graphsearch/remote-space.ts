/** A remote space: its connection, its own name there, and what is known of it beforehand. */
import type { Facet } from '@semantic-search/engine';
import { BackendError } from '../backend-error.ts';
import { cached } from './cached.ts';
import type { Connection } from './connection.ts';
import type { DefinitionOf } from './definitions.ts';
import type { Dialect } from './query.ts';
import { contextsAnswer, fieldsAnswer, type RemoteContext } from './responses.ts';

export interface RemoteOptions {
  /** Name of the space in this service. */
  name: string;
  /** Its id at the remote one. */
  searchSpaceId: string;
  /** Languages of its content, the first for questions that name none; what the service says where absent. */
  languages?: string[];
  /** Names of its plugins, the first the usual one: the service has no list of them. */
  similarities?: string[];
  recommenders?: string[];
  /** Fields of facets by the URI of the scheme, collection or concept they are made of: the service does not tell. */
  facets?: Record<string, string>;
  /** What concepts mean: the search API has no operation that tells it. */
  definitionOf?: DefinitionOf;
  /** Where answers end, such as 10000, in documents; nowhere where absent. */
  window?: number;
  /** Texts are one filter for each word, as before version 7. */
  wordByWord?: boolean;
}

export interface Remote {
  options: RemoteOptions;
  connection: Connection;
  /** Every facet on offer, by the fields that the service has for the space. */
  facets(signal?: AbortSignal): Promise<Facet[]>;
  languages(signal?: AbortSignal): Promise<string[]>;
  dialect(language: string | undefined, signal?: AbortSignal): Promise<Dialect>;
  /** A change may have brought new fields. */
  changed(): void;
}

/** How long fields and labels are taken for true, in milliseconds. */
const validity = 60_000;

export function remote(options: RemoteOptions, connection: Connection): Remote {
  const knowledge = cached(validity, async () => {
    const [contexts, fields] = await Promise.all([
      connection.ask('context/all', { query: {} }).then(contextsAnswer),
      connection
        .ask('context/fields', { query: { searchSpaceId: options.searchSpaceId } })
        .then(fieldsAnswer),
    ]);
    const context = contexts.find(({ id }) => id === options.searchSpaceId);
    if (!context)
      throw new BackendError('unknown-space', `There is no search space ${options.searchSpaceId}.`);
    return { context, facets: facetsOf(context, fields, options.facets) };
  });

  return {
    options,
    connection,
    changed: knowledge.forget,
    facets: async (signal) => (await knowledge.value(signal)).facets,
    async languages(signal) {
      return options.languages ?? languagesOf((await knowledge.value(signal)).context);
    },
    async dialect(language, signal) {
      const { searchSpaceId, languages, wordByWord = false } = options;
      const known = language ?? languages?.[0] ?? (await knowledge.value(signal)).context.language;
      return { searchSpaceId, wordByWord, locale: known || 'en' };
    },
  };
}

const languagesOf = ({ language }: RemoteContext) => (language === '' ? [] : [language]);

function facetsOf(
  context: RemoteContext,
  fields: { field: string; label: string }[],
  known: RemoteOptions['facets'] = {},
): Facet[] {
  const labels = new Map(fields.map(({ field, label }) => [field, label]));
  const uris = new Map(Object.entries(known).map(([uri, field]) => [field, uri]));
  return context.fields.flatMap((field) => facetOf(field, labels.get(field) ?? field, uris.get(field)));
}

/** What is no facet, such as a text field, has another prefix. */
function facetOf(field: string, label: string, uri: string | undefined): Facet[] {
  if (field.startsWith('dyn_uri_')) {
    return [{ uri: uri ?? field, field, label, kind: 'concept', hierarchical: true }];
  }
  const [, kind, name] = /^dyn_(lit|flt)_(.+)$/.exec(field) ?? [];
  if (!kind || !name) return [];
  const ofNumbers = name === 'date' ? 'date' : 'number';
  return [{ uri: name, field, label, kind: kind === 'lit' ? 'literal' : ofNumbers, hierarchical: false }];
}
