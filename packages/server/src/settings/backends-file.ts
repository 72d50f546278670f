/**
 * Parser and validator of BACKENDS_FILE, which assigns search spaces to backends.
 *
 * The whole file is validated before any backend is opened. It contains names of environment variables, no secrets.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type FieldError, isSpaceName, SPACE_NAME_RULE } from '@semantic-search/contract';
import { RDF_FILE_ENDINGS, rdfMediaType } from '@semantic-search/query/media-types';
import Type, { type Static } from 'typebox';
import type { SpaceEmbeddings } from '../backends/embeddings/space-embeddings.ts';
import { indexNameConflicts } from '../backends/index-name-conflicts.ts';
import { validationErrors } from '../validation.ts';
import {
  credentialSchemas,
  type Embedded,
  type Entry,
  EntryKind,
  entrySchemas,
  type RemoteSpace,
  remoteSpaces,
} from './backend-entries.ts';
import { resolveEmbeddings, validateEmbeddings } from './embeddings-entry.ts';

export type { RemoteSpace };

const File = Type.Object(
  {
    /** For editors; the server ignores it. */
    $schema: Type.Optional(Type.String()),
    /** Each entry is validated on its own, so that a fault of one does not hide those of others. */
    spaces: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
);

type Environment = Record<string, string | undefined>;

export interface Backends {
  remote: RemoteSpace[];
  /** Names of the spaces that are explicitly listed as embedded. */
  embedded: string[];
  /** Of embedded spaces, by name. */
  embeddings: ReadonlyMap<string, SpaceEmbeddings>;
}

/** Throws an error that lists all faults with their JSON path, but never a value, because it may be a secret. */
export function readBackendsFile(file: string, environment: Environment): Backends {
  const { spaces } = validate(file, File, parseJson(file)) as Static<typeof File>;
  const directory = dirname(file);
  throwIfInvalid(
    file,
    Object.entries(spaces).flatMap(([space, entry]) => validateEntry(space, entry, directory, environment)),
  );
  const entries = Object.entries(spaces as Record<string, Entry>);
  const remote = entries.flatMap(([space, entry]) => remoteSpaces(space, entry, directory, environment));
  throwIfInvalid(file, indexNameConflicts(remote.flatMap(indexNames)));
  return {
    remote,
    embedded: entries.filter(([, { backend }]) => backend === 'embedded').map(([space]) => space),
    embeddings: new Map(
      entries.flatMap(([space, entry]) => {
        const { embeddings } = entry as Embedded;
        return embeddings ? [[space, resolveEmbeddings(embeddings, directory, environment)]] : [];
      }),
    ),
  };
}

function indexNames(space: RemoteSpace) {
  if (space.backend !== 'opensearch') return [];
  return [{ space: space.name, index: space.index, nodes: space.nodes.map(({ origin }) => origin) }];
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

function validate(file: string, schema: Parameters<typeof validationErrors>[0], value: unknown): unknown {
  throwIfInvalid(file, validationErrors(schema, value));
  return value;
}

function throwIfInvalid(file: string, errors: FieldError[]): void {
  if (errors.length === 0) return;
  const sentences = errors.map(({ key, message }) => `${key || 'the document'}: ${message}`);
  throw new Error(`BACKENDS_FILE ${file}: ${sentences.join('; ')}`);
}

function validateEntry(
  space: string,
  value: unknown,
  directory: string,
  environment: Environment,
): FieldError[] {
  const key = `spaces.${space}`;
  if (!isSpaceName(space)) {
    return [{ key, message: `must have a name of ${SPACE_NAME_RULE}` }];
  }
  const unknownKind = prefixKeys(key, validationErrors(EntryKind, value));
  if (unknownKind.length > 0) return unknownKind;
  const entry = value as Entry;
  const given = entry as Record<string, unknown>;
  if (given.embeddings !== undefined && entry.backend !== 'embedded') {
    const message = `is supported by the embedded backend only, not by ${entry.backend}`;
    return [{ key: `${key}.embeddings`, message }];
  }
  const errors = prefixKeys(key, validationErrors(entrySchemas[entry.backend], entry));
  const isFaulty = (place: string) =>
    errors.some((error) => error.key === place || error.key.startsWith(`${place}.`));
  const references = ['embeddings', 'credentials', 'writingCredentials', 'thesaurus', 'authority'];
  const further = references.flatMap((member) => {
    const place = `${key}.${member}`;
    if (given[member] === undefined || isFaulty(place)) return [];
    return prefixKeys(place, validateReference(member, given[member], directory, environment));
  });
  return [...errors, ...further];
}

/** Validates a member that refers to variables or files; the schema of the entry has accepted its kind. */
function validateReference(
  member: string,
  value: unknown,
  directory: string,
  environment: Environment,
): FieldError[] {
  if (member === 'embeddings')
    return validateEmbeddings(value as NonNullable<Embedded['embeddings']>, directory, environment);
  if (typeof value === 'string') return validateFile(member, resolve(directory, value));
  return validateCredentials(value as { type: keyof typeof credentialSchemas }, environment);
}

function validateFile(member: string, file: string): FieldError[] {
  if (member === 'thesaurus' && !rdfMediaType(file)) {
    return [{ key: '', message: `must have one of the endings ${RDF_FILE_ENDINGS}` }];
  }
  return existsSync(file) ? [] : [{ key: '', message: 'names a file that does not exist' }];
}

function validateCredentials(
  credentials: { type: keyof typeof credentialSchemas },
  environment: Environment,
): FieldError[] {
  const invalid = validationErrors(credentialSchemas[credentials.type], credentials);
  return invalid.length > 0 ? invalid : missingVariables(credentials, environment);
}

function missingVariables(credentials: object, environment: Environment): FieldError[] {
  return Object.entries(credentials).flatMap(([member, variable]) =>
    member.endsWith('From') && !environment[variable]
      ? [{ key: member, message: `names ${variable}, which is not set in the environment` }]
      : [],
  );
}

function prefixKeys(prefix: string, errors: FieldError[]): FieldError[] {
  return errors.map(({ key, message }) => ({ key: key === '' ? prefix : `${prefix}.${key}`, message }));
}
