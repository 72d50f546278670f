/** Reader of BACKENDS_FILE, which assigns search spaces to backends. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FieldError } from '@semantic-search/contract';
import type { Credentials } from '@semantic-search/graphsearch';
import type { EmbedderOptions, SpaceEmbeddings } from '../backends/embeddings/open-embedders.ts';
import type { EmbeddedEntry, EmbeddingsEntry, GraphsearchEntry, OpensearchEntry } from './backends-schema.ts';
import type { Environment } from './environment.ts';

/** A remote space with the values of its environment variables. Files have absolute paths. */
export type RemoteSpace = GraphsearchSpace | OpensearchSpace;

type GraphsearchSpace = Omit<GraphsearchEntry, 'url' | 'credentials'> & {
  name: string;
  url: URL;
  credentials: Credentials;
};

type OpensearchSpace = Omit<OpensearchEntry, 'nodes' | 'credentials' | 'writingCredentials'> & {
  name: string;
  nodes: URL[];
  credentials?: BasicAuth;
  writingCredentials?: BasicAuth;
};

interface BasicAuth {
  user: string;
  password: string;
}

export interface Backends {
  /** Search spaces on remote backends; all others are folders in the data directory. */
  remoteSpaces: RemoteSpace[];
  /** Embedded spaces that the file lists. With a database, no other embedded spaces are allowed. */
  embeddedSpaces: string[];
  /** Embeddings of embedded spaces, by name. */
  embeddings: ReadonlyMap<string, SpaceEmbeddings>;
}

/**
 * Without a file (''), all spaces are embedded. Throws an error that lists all faults with their JSON path, but never a value,
 * because it may be a secret.
 */
export async function readBackendsFile(file: string, environment: Environment): Promise<Backends> {
  if (file === '') return { remoteSpaces: [], embeddedSpaces: [], embeddings: new Map() };
  const content = parseJson(file);
  // Loaded for a file only: TypeBox and Ajv take a third of the time in which a command starts.
  const { BackendsFile, DEFAULT_EMBEDDINGS_WEIGHT: weight } = await import('./backends-schema.ts');
  const { validationErrors } = await import('../validation.ts');
  const context = { folder: dirname(resolve(file)), environment, weight };
  const errors = [...validationErrors(BackendsFile, content), ...referenceErrors(content, '', context)];
  if (errors.length > 0) {
    const sentences = errors.map(({ key, message }) => `${key || 'the document'}: ${message}`);
    throw new Error(`BACKENDS_FILE ${file}: ${sentences.join('; ')}`);
  }
  const entries = Object.entries((content as { spaces: Record<string, Entry> }).spaces);
  return {
    remoteSpaces: entries.flatMap(([name, entry]) => remoteSpaceIn(name, entry, context)),
    embeddedSpaces: entries.flatMap(([name, { backend }]) => (backend === 'embedded' ? name : [])),
    embeddings: new Map(entries.flatMap(([name, entry]) => embeddingsIn(name, entry, context))),
  };
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    // The message of a SyntaxError quotes the file, which may contain a secret.
    if (cause instanceof SyntaxError) throw new Error(`BACKENDS_FILE ${file} is not valid JSON`);
    throw new Error(`BACKENDS_FILE ${file} cannot be read`, { cause });
  }
}

/** Context in which the references of a file are resolved. */
interface ReferenceContext {
  /** Folder of BACKENDS_FILE. */
  folder: string;
  environment: Environment;
  /** Default weight of embeddings. */
  weight: number;
}

/** Errors of members that refer to missing files and variables, in addition to the errors of the schema. */
function referenceErrors(value: unknown, key: string, context: ReferenceContext): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberKey = key === '' ? name : `${key}.${name}`;
    // The members of `facets` are URIs, not references.
    if (name === 'facets') return [];
    if (typeof member !== 'string') return referenceErrors(member, memberKey, context);
    const message = referenceError(name, member, value, context);
    return message === undefined ? [] : [{ key: memberKey, message }];
  });
}

function referenceError(
  name: string,
  text: string,
  siblings: object,
  { folder, environment }: ReferenceContext,
): string | undefined {
  const path = resolve(folder, text);
  switch (name) {
    case 'path':
      if ('url' in siblings) return 'must not be next to url';
      return statSync(path, { throwIfNoEntry: false })?.isDirectory()
        ? undefined
        : 'names a directory that does not exist';
    case 'authority':
      return existsSync(path) ? undefined : 'names a file that does not exist';
    default: {
      // Other texts are not quoted: somebody may have written the secret instead of its variable's name.
      const isMissing = /From$/.test(name) && /^[A-Z][A-Z0-9_]*$/.test(text) && !environment[text];
      return isMissing ? `names ${text}, which is not set in the environment` : undefined;
    }
  }
}

type Entry = EmbeddedEntry | GraphsearchEntry | OpensearchEntry;

/** The remote space of an entry, in a list; empty for an embedded space. */
function remoteSpaceIn(name: string, entry: Entry, { folder, environment }: ReferenceContext): RemoteSpace[] {
  if (entry.backend === 'embedded') return [];
  if (entry.backend === 'graphsearch') {
    const credentials = withSecrets<Credentials>(entry.credentials ?? { type: 'none' }, environment);
    return [{ ...entry, name, url: new URL(entry.url), credentials }];
  }
  const { nodes, credentials, writingCredentials: writing, authority, ...options } = entry;
  const accounts = {
    ...(credentials && { credentials: withSecrets<BasicAuth>(credentials, environment) }),
    ...(writing && { writingCredentials: withSecrets<BasicAuth>(writing, environment) }),
  };
  const certificate = authority !== undefined && { authority: resolve(folder, authority) };
  return [{ ...options, name, nodes: nodes.map((node) => new URL(node)), ...accounts, ...certificate }];
}

/** Replaces the names of variables by their values: `userFrom` becomes `user`. The schema ensures the members. */
function withSecrets<Secrets>(credentials: object, environment: Environment): Secrets {
  const members = Object.entries(credentials).map(([name, text]: [string, string]) => {
    if (name === 'tokenUrl') return [name, new URL(text)];
    return name.endsWith('From') ? [name.replace(/From$/, ''), environment[text]] : [name, text];
  });
  return Object.fromEntries(members);
}

/** The embeddings of an entry by the name of the space, in a list; empty without embeddings. */
function embeddingsIn(name: string, entry: Entry, context: ReferenceContext): [string, SpaceEmbeddings][] {
  if (entry.backend !== 'embedded' || !entry.embeddings) return [];
  const embeddings = entry.embeddings as EmbeddingsEntry;
  const { source, dimensions, model, path } = embeddings;
  const { weight = context.weight, documentPrefix = '' } = embeddings;
  const isComputed = source !== 'documents';
  // The URL is left out, so that a service can move.
  const identity = [source, dimensions, ...(isComputed ? [model ?? path, documentPrefix] : [])];
  const settings = { model: JSON.stringify(identity), dimensions, weight, computed: isComputed };
  return [[name, { settings, embedder: embedderOptions(embeddings, context) }]];
}

function embedderOptions(
  { dimensions, url, model, path, keyFrom, timeout, queryPrefix, documentPrefix }: EmbeddingsEntry,
  { folder, environment }: ReferenceContext,
): EmbedderOptions | null {
  const prefixes = {
    ...(queryPrefix !== undefined && { query: queryPrefix }),
    ...(documentPrefix !== undefined && { document: documentPrefix }),
  };
  if (path !== undefined) return { kind: 'directory', path: resolve(folder, path), dimensions, prefixes };
  if (url === undefined || model === undefined) return null;
  const apiKey = keyFrom === undefined ? undefined : environment[keyFrom];
  const options = { kind: 'service' as const, url, model, dimensions, prefixes };
  return { ...options, ...(apiKey && { apiKey }), ...(timeout !== undefined && { timeoutMs: timeout }) };
}
