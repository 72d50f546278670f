/**
 * The file that says which search spaces live elsewhere (BACKENDS_FILE, see docs/backends.md), checked as a whole before
 * anything is opened. It holds no secrets: it names the environment variables that do.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FieldError } from '@semantic-search/contract';
import { rdfMediaType } from '@semantic-search/engine';
import Type, { type Static } from 'typebox';
import { faults } from '../validation.ts';
import {
  credentialSchemas,
  type Entry,
  entrySchemas,
  Kind,
  type RemoteSpace,
  remoteSpaces,
} from './backend-entries.ts';
import { indexNameConflicts } from './index-name-conflicts.ts';

export type { RemoteSpace };

const File = Type.Object({ spaces: Type.Record(Type.String(), Kind) }, { additionalProperties: false });

type Environment = Record<string, string | undefined>;

export interface Backends {
  remote: RemoteSpace[];
  /** Names of the spaces that it says are in the data directory. */
  embedded: string[];
}

/** Throws with everything that is wrong, by its place in the file; never with a value, which may be a secret. */
export function readBackendsFile(file: string, environment: Environment): Backends {
  const { spaces } = checked(file, File, parsed(file)) as Static<typeof File>;
  const beside = dirname(file);
  const entries = Object.entries(spaces);
  refuse(
    file,
    entries.flatMap(([space, entry]) => entryFaults(space, entry, beside, environment)),
  );
  const remote = entries.flatMap(([space, entry]) => remoteSpaces(space, entry, beside, environment));
  refuse(file, indexNameConflicts(remote.flatMap(named)));
  return {
    remote,
    embedded: entries.filter(([, { backend }]) => backend === 'embedded').map(([space]) => space),
  };
}

function named(space: RemoteSpace) {
  if (space.backend !== 'opensearch') return [];
  return [{ space: space.name, index: space.index, nodes: space.nodes.map(({ origin }) => origin) }];
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    // The words of a syntax error quote the file.
    if (cause instanceof SyntaxError) throw new Error(`BACKENDS_FILE ${file} is not valid JSON`);
    throw new Error(`BACKENDS_FILE ${file} cannot be read`, { cause });
  }
}

function checked(file: string, schema: Parameters<typeof faults>[0], value: unknown): unknown {
  refuse(file, faults(schema, value));
  return value;
}

function refuse(file: string, wrong: FieldError[]): void {
  if (wrong.length === 0) return;
  const sentences = wrong.map(({ key, message }) => `${key || 'the whole'} ${message}`);
  throw new Error(`BACKENDS_FILE ${file}: ${sentences.join('; ')}`);
}

function entryFaults(space: string, entry: Entry, beside: string, environment: Environment): FieldError[] {
  const key = `spaces.${space}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(space)) {
    return [{ key, message: 'must have a name of 1 to 100 letters, digits, dots, dashes or underscores' }];
  }
  const wrong = below(key, faults(entrySchemas[entry.backend], entry));
  if (wrong.length > 0) return wrong;
  const given = entry as Record<string, unknown>;
  return ['credentials', 'writingCredentials', 'thesaurus', 'authority'].flatMap((member) => {
    const value = given[member];
    if (value === undefined) return [];
    const place = `${key}.${member}`;
    if (typeof value === 'string') return below(place, fileFaults(member, resolve(beside, value)));
    return credentialFaults(place, value as { type: keyof typeof credentialSchemas }, environment);
  });
}

function fileFaults(member: string, file: string): FieldError[] {
  if (member === 'thesaurus' && !rdfMediaType(file)) {
    return [{ key: '', message: 'must be a .ttl, .rdf, .nt or .jsonld file' }];
  }
  return existsSync(file) ? [] : [{ key: '', message: 'names a file that is not there' }];
}

function credentialFaults(
  key: string,
  credentials: { type: keyof typeof credentialSchemas },
  environment: Environment,
): FieldError[] {
  const misshapen = below(key, faults(credentialSchemas[credentials.type], credentials));
  return misshapen.length > 0 ? misshapen : missingVariables(key, credentials, environment);
}

function missingVariables(key: string, credentials: object, environment: Environment): FieldError[] {
  return Object.entries(credentials).flatMap(([member, variable]) =>
    member.endsWith('From') && !environment[variable]
      ? [{ key: `${key}.${member}`, message: `names ${variable}, which is not set in the environment` }]
      : [],
  );
}

function below(prefix: string, wrong: FieldError[]): FieldError[] {
  return wrong.map(({ key, message }) => ({ key: key === '' ? prefix : `${prefix}.${key}`, message }));
}
