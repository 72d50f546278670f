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
    spaces: Type.Record(Type.String(), EntryKind),
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
  const entries = Object.entries(spaces);
  throwIfInvalid(
    file,
    entries.flatMap(([space, entry]) => validateEntry(space, entry, directory, environment)),
  );
  const remote = entries.flatMap(([space, entry]) => remoteSpaces(space, entry, directory, environment));
  throwIfInvalid(file, indexNameConflicts(remote.flatMap(named)));
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

function named(space: RemoteSpace) {
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
  entry: Entry,
  directory: string,
  environment: Environment,
): FieldError[] {
  const key = `spaces.${space}`;
  if (!isSpaceName(space)) {
    return [{ key, message: `must have a name of ${SPACE_NAME_RULE}` }];
  }
  const given = entry as Record<string, unknown>;
  if (given.embeddings !== undefined && entry.backend !== 'embedded') {
    const message = `is supported by the embedded backend only, not by ${entry.backend}`;
    return [{ key: `${key}.embeddings`, message }];
  }
  const errors = prefixKeys(key, validationErrors(entrySchemas[entry.backend], entry));
  if (errors.length > 0) return errors;
  const { embeddings } = entry as Embedded;
  if (embeddings)
    return prefixKeys(`${key}.embeddings`, validateEmbeddings(embeddings, directory, environment));
  return ['credentials', 'writingCredentials', 'thesaurus', 'authority'].flatMap((member) => {
    const value = given[member];
    if (value === undefined) return [];
    const place = `${key}.${member}`;
    if (typeof value === 'string') return prefixKeys(place, validateFile(member, resolve(directory, value)));
    return validateCredentials(place, value as { type: keyof typeof credentialSchemas }, environment);
  });
}

function validateFile(member: string, file: string): FieldError[] {
  if (member === 'thesaurus' && !rdfMediaType(file)) {
    return [{ key: '', message: `must have one of the endings ${RDF_FILE_ENDINGS}` }];
  }
  return existsSync(file) ? [] : [{ key: '', message: 'names a file that does not exist' }];
}

function validateCredentials(
  key: string,
  credentials: { type: keyof typeof credentialSchemas },
  environment: Environment,
): FieldError[] {
  const invalid = prefixKeys(key, validationErrors(credentialSchemas[credentials.type], credentials));
  return invalid.length > 0 ? invalid : missingVariables(key, credentials, environment);
}

function missingVariables(key: string, credentials: object, environment: Environment): FieldError[] {
  return Object.entries(credentials).flatMap(([member, variable]) =>
    member.endsWith('From') && !environment[variable]
      ? [{ key: `${key}.${member}`, message: `names ${variable}, which is not set in the environment` }]
      : [],
  );
}

function prefixKeys(prefix: string, errors: FieldError[]): FieldError[] {
  return errors.map(({ key, message }) => ({ key: key === '' ? prefix : `${prefix}.${key}`, message }));
}
