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

/** Without a file (''), all spaces are embedded. Throws all faults with paths, but without values, which may be secret. */
export async function readBackendsFile(file: string, environment: Environment): Promise<Backends> {
  if (file === '') return { remoteSpaces: [], embeddedSpaces: [], embeddings: new Map() };
  const content = parseJson(file);
  // Loaded for a file only: TypeBox and Ajv take a third of the time in which a command starts.
  const { BackendsFile, DEFAULT_EMBEDDINGS_WEIGHT } = await import('./backends-schema.ts');
  const { validationErrors } = await import('../validation.ts');
  rejectFaults(file, validationErrors(BackendsFile, content));
  const references = referencesFrom(dirname(resolve(file)), environment);
  const backends = readSpaces(content as ValidContent, references, DEFAULT_EMBEDDINGS_WEIGHT);
  rejectFaults(file, references.faults);
  return backends;
}

type ValidContent = { spaces: Record<string, schema.EmbeddedEntry | RemoteEntry> };
type RemoteEntry = schema.GraphsearchEntry | schema.OpensearchEntry;

function parseJson(file: string): unknown {
  try {
    // The decoder removes the byte order mark of Windows editors.
    return JSON.parse(new TextDecoder().decode(readFileSync(file)));
  } catch (cause) {
    // The message of a SyntaxError quotes the file, which may contain a secret.
    if (cause instanceof SyntaxError) throw new Error(`BACKENDS_FILE ${file} is not valid JSON`);
    throw new Error(`BACKENDS_FILE ${file} cannot be read`, { cause });
  }
}

function rejectFaults(file: string, faults: readonly FieldError[]): void {
  if (faults.length === 0) return;
  const sentences = faults.map(({ key, message }) => `${key || 'the document'}: ${message}`);
  throw new Error(`BACKENDS_FILE ${file}: ${sentences.join('; ')}`);
}

type References = ReturnType<typeof referencesFrom>;

/** Resolves what a file in `folder` refers to. Collects the faults by dotted key, so that one error names all of them. */
function referencesFrom(folder: string, environment: Environment) {
  const faults: FieldError[] = [];
  const report = (key: string, message: string) => void faults.push({ key, message });
  return {
    faults,
    report,
    /** Value of an environment variable. */
    variable(key: string, name: string): string {
      const value = environment[name];
      if (!value) report(key, `names ${name}, which is not set in the environment`);
      return value ?? '';
    },
    /** Absolute path of a file. */
    file(key: string, path: string): string {
      const absolutePath = resolve(folder, path);
      if (!existsSync(absolutePath)) report(key, 'names a file that does not exist');
      return absolutePath;
    },
    /** Absolute path of a directory. */
    directory(key: string, path: string): string {
      const absolutePath = resolve(folder, path);
      const isDirectory = statSync(absolutePath, { throwIfNoEntry: false })?.isDirectory();
      if (!isDirectory) report(key, 'names a directory that does not exist');
      return absolutePath;
    },
  };
}

function readSpaces({ spaces }: ValidContent, references: References, defaultWeight: number): Backends {
  const remoteSpaces: RemoteSpace[] = [];
  const embeddedSpaces: string[] = [];
  const embeddings = new Map<string, SpaceEmbeddings>();
  for (const [name, entry] of Object.entries(spaces)) {
    if (entry.backend === 'embedded') {
      embeddedSpaces.push(name);
      if (entry.embeddings)
        embeddings.set(name, {
          settings: embeddingSettings(entry.embeddings, defaultWeight),
          embedder: embedderOptions(entry.embeddings, `spaces.${name}.embeddings`, references),
        });
    } else if (entry.backend === 'graphsearch') remoteSpaces.push(graphsearchSpace(name, entry, references));
    else remoteSpaces.push(opensearchSpace(name, entry, references));
  }
  return { remoteSpaces, embeddedSpaces, embeddings };
}

function graphsearchSpace(name: string, entry: schema.GraphsearchEntry, references: References) {
  const credentials = credentialsOf(entry.credentials, `spaces.${name}.credentials`, references);
  return { ...entry, name, url: new URL(entry.url), credentials };
}

function credentialsOf(
  credentials: schema.GraphsearchEntry['credentials'],
  key: string,
  references: References,
): Credentials {
  if (!credentials) return { type: 'none' };
  if (credentials.type === 'basic') return accountOf(credentials, key, references);
  const { type, tokenUrl, clientFrom, secretFrom, ...others } = credentials;
  const client = references.variable(`${key}.clientFrom`, clientFrom);
  const secret = references.variable(`${key}.secretFrom`, secretFrom);
  return { type, tokenUrl: new URL(tokenUrl), client, secret, ...others };
}

function accountOf(
  { type, userFrom, passwordFrom }: schema.BasicCredentials,
  key: string,
  references: References,
): BasicAuth {
  const user = references.variable(`${key}.userFrom`, userFrom);
  return { type, user, password: references.variable(`${key}.passwordFrom`, passwordFrom) };
}

function opensearchSpace(name: string, entry: schema.OpensearchEntry, references: References) {
  const { nodes, credentials, writingCredentials: writing, authority, ...options } = entry;
  const key = `spaces.${name}`;
  return {
    ...options,
    name,
    nodes: nodes.map((node) => new URL(node)),
    ...(credentials && { credentials: accountOf(credentials, `${key}.credentials`, references) }),
    ...(writing && { writingCredentials: accountOf(writing, `${key}.writingCredentials`, references) }),
    ...(authority !== undefined && { authority: references.file(`${key}.authority`, authority) }),
  };
}

function embeddingSettings(embeddings: schema.EmbeddingsEntry, defaultWeight: number) {
  const { source, dimensions, model, path, weight = defaultWeight, documentPrefix = '' } = embeddings;
  const isComputed = source !== 'documents';
  // The URL is left out, so that a service can move.
  const identity = [source, dimensions, ...(isComputed ? [model ?? path, documentPrefix] : [])];
  return { model: JSON.stringify(identity), dimensions, weight, computed: isComputed };
}

function embedderOptions(
  embeddings: schema.EmbeddingsEntry,
  key: string,
  references: References,
): EmbedderOptions | null {
  const { dimensions, url, model, path, keyFrom, timeout, queryPrefix, documentPrefix } = embeddings;
  const prefixes = {
    ...(queryPrefix !== undefined && { query: queryPrefix }),
    ...(documentPrefix !== undefined && { document: documentPrefix }),
  };
  const apiKey = keyFrom === undefined ? undefined : references.variable(`${key}.keyFrom`, keyFrom);
  if (path !== undefined) {
    if (url !== undefined) references.report(`${key}.path`, 'must not be next to url');
    return { kind: 'directory', path: references.directory(`${key}.path`, path), dimensions, prefixes };
  }
  if (url === undefined || model === undefined) return null;
  const options = {
    ...(apiKey !== undefined && { apiKey }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
  };
  return { kind: 'service', url, model, dimensions, prefixes, ...options };
}
