/** Reader of BACKENDS_FILE, which assigns search spaces to backends. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FieldError } from '@semantic-search/contract';
import type { Credentials } from '@semantic-search/graphsearch';
import type { EmbedderOptions, SpaceEmbeddings } from '../backends/embeddings/open-embedders.ts';
import type * as schema from './backends-schema.ts';
import type { Environment } from './environment.ts';

/** A remote space with the values of its environment variables. Files have absolute paths. */
export type RemoteSpace = GraphsearchSpace | OpensearchSpace;

type GraphsearchSpace = Omit<schema.GraphsearchEntry, 'url' | 'credentials'> & {
  name: string;
  url: URL;
  credentials: Credentials;
};

type OpensearchSpace = Omit<schema.OpensearchEntry, 'nodes' | 'credentials' | 'writingCredentials'> & {
  name: string;
  nodes: URL[];
  credentials?: BasicAuth;
  writingCredentials?: BasicAuth;
};

type BasicAuth = Extract<Credentials, { type: 'basic' }>;

export interface Backends {
  /** Search spaces on remote backends; all others are folders in the data directory. */
  remoteSpaces: RemoteSpace[];
  /** Embedded spaces that the file lists. With a database, no other embedded spaces are allowed. */
  embeddedSpaces: string[];
  /** Embeddings of embedded spaces, by name. */
  embeddings: ReadonlyMap<string, SpaceEmbeddings>;
}

/** Without a file (''), all spaces are embedded. Throws all faults with their paths, but no value, which may be a secret. */
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
  return readSpaces((content as ValidContent).spaces, context);
}

type ValidContent = { spaces: Record<string, schema.EmbeddedEntry | RemoteEntry> };
type RemoteEntry = schema.GraphsearchEntry | schema.OpensearchEntry;

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

/** What is wrong with a reference; undefined if what it names exists. */
type CheckReference = (text: string, context: ReferenceContext, siblings: object) => string | undefined;

/** Checks of the members that refer to something outside of the file, by the name of the member. */
const referenceChecks = new Map<string, CheckReference>([
  ['path', checkDirectory],
  ['authority', checkFile],
  ['userFrom', checkVariable],
  ['passwordFrom', checkVariable],
  ['clientFrom', checkVariable],
  ['secretFrom', checkVariable],
  ['keyFrom', checkVariable],
]);

function checkDirectory(path: string, { folder }: ReferenceContext, siblings: object): string | undefined {
  if ('url' in siblings) return 'must not be next to url';
  const isDirectory = statSync(resolve(folder, path), { throwIfNoEntry: false })?.isDirectory();
  return isDirectory ? undefined : 'names a directory that does not exist';
}

function checkFile(path: string, { folder }: ReferenceContext): string | undefined {
  return existsSync(resolve(folder, path)) ? undefined : 'names a file that does not exist';
}

/** A text that is no name is not quoted: it may be a secret, written in place of the name of its variable. */
function checkVariable(name: string, { environment }: ReferenceContext): string | undefined {
  const isMissing = /^[A-Z][A-Z0-9_]*$/.test(name) && !environment[name];
  return isMissing ? `names ${name}, which is not set in the environment` : undefined;
}

/** Errors of references at any depth, in addition to the errors of the schema. */
function referenceErrors(value: unknown, key: string, context: ReferenceContext): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberKey = key === '' ? name : `${key}.${name}`;
    // The members of `facets` have URIs as their names.
    if (name === 'facets') return [];
    if (typeof member !== 'string') return referenceErrors(member, memberKey, context);
    const message = referenceChecks.get(name)?.(member, context, value);
    return message === undefined ? [] : [{ key: memberKey, message }];
  });
}

function readSpaces(entries: ValidContent['spaces'], context: ReferenceContext): Backends {
  const remoteSpaces: RemoteSpace[] = [];
  const embeddedSpaces: string[] = [];
  const embeddings = new Map<string, SpaceEmbeddings>();
  for (const [name, entry] of Object.entries(entries)) {
    if (entry.backend === 'embedded') {
      embeddedSpaces.push(name);
      if (entry.embeddings) embeddings.set(name, spaceEmbeddings(entry.embeddings, context));
    } else remoteSpaces.push(remoteSpace(name, entry, context));
  }
  return { remoteSpaces, embeddedSpaces, embeddings };
}

function remoteSpace(
  name: string,
  entry: RemoteEntry,
  { folder, environment }: ReferenceContext,
): RemoteSpace {
  if (entry.backend === 'graphsearch') {
    const credentials = credentialsOf(entry.credentials, environment);
    return { ...entry, name, url: new URL(entry.url), credentials };
  }
  const { nodes, credentials, writingCredentials: writing, authority, ...options } = entry;
  return {
    ...options,
    name,
    nodes: nodes.map((node) => new URL(node)),
    ...(credentials && { credentials: accountOf(credentials, environment) }),
    ...(writing && { writingCredentials: accountOf(writing, environment) }),
    ...(authority !== undefined && { authority: resolve(folder, authority) }),
  };
}

function credentialsOf(
  credentials: schema.GraphsearchEntry['credentials'],
  environment: Environment,
): Credentials {
  if (!credentials) return { type: 'none' };
  if (credentials.type === 'basic') return accountOf(credentials, environment);
  const { type, tokenUrl, clientFrom, secretFrom, ...others } = credentials;
  const [client, secret] = [environment[clientFrom]!, environment[secretFrom]!];
  return { type, tokenUrl: new URL(tokenUrl), client, secret, ...others };
}

function accountOf({ type, userFrom, passwordFrom }: schema.BasicCredentials, environment: Environment) {
  return { type, user: environment[userFrom]!, password: environment[passwordFrom]! };
}

function spaceEmbeddings(embeddings: schema.EmbeddingsEntry, context: ReferenceContext): SpaceEmbeddings {
  const { source, dimensions, model, path } = embeddings;
  const { weight = context.weight, documentPrefix = '' } = embeddings;
  const isComputed = source !== 'documents';
  // The URL is left out, so that a service can move.
  const identity = [source, dimensions, ...(isComputed ? [model ?? path, documentPrefix] : [])];
  const settings = { model: JSON.stringify(identity), dimensions, weight, computed: isComputed };
  return { settings, embedder: embedderOptions(embeddings, context) };
}

function embedderOptions(
  { dimensions, url, model, path, keyFrom, timeout, queryPrefix, documentPrefix }: schema.EmbeddingsEntry,
  { folder, environment }: ReferenceContext,
): EmbedderOptions | null {
  const prefixes = {
    ...(queryPrefix !== undefined && { query: queryPrefix }),
    ...(documentPrefix !== undefined && { document: documentPrefix }),
  };
  if (path !== undefined) return { kind: 'directory', path: resolve(folder, path), dimensions, prefixes };
  if (url === undefined || model === undefined) return null;
  return {
    kind: 'service',
    url,
    model,
    dimensions,
    prefixes,
    ...(keyFrom !== undefined && { apiKey: environment[keyFrom]! }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
  };
}
