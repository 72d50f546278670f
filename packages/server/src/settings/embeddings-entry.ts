/** Embeddings of an embedded space in BACKENDS_FILE: schema per source, validation, resolution. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FieldError, MAX_DIMENSIONS } from '@semantic-search/contract';
import Type, { type Static } from 'typebox';
import type { EmbedderOptions, SpaceEmbeddings } from '../backends/embeddings/space-embeddings.ts';
import { validationErrors } from '../validation.ts';
import { closed, type EmbeddingsKind, name, url, variableName } from './backend-entries.ts';

type Environment = Record<string, string | undefined>;

/** Share of the similarity in the ranking. A weak model needs less, so owners measure with their own. */
const DEFAULT_WEIGHT = 0.5;

const prefix = (of: string) =>
  Type.Optional(
    Type.String({ maxLength: 1000, title: `Text in front of each ${of}, if the model expects it` }),
  );
const common = {
  dimensions: Type.Integer({ minimum: 1, maximum: MAX_DIMENSIONS, title: 'Numbers of an embedding' }),
  weight: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      title: `Weight of the embeddings in the ranking; words and concepts have the rest (${DEFAULT_WEIGHT})`,
    }),
  ),
  queryPrefix: prefix('query'),
  documentPrefix: prefix('document'),
};
const serviceUrl = url('Base URL of the service');
const model = name('Name of the model at the service');
const path = name('Directory of a model, relative to this file');
const optionsOfService = {
  keyFrom: Type.Optional(variableName('the API key')),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 600_000,
      title: 'Timeout of a call, in milliseconds',
    }),
  ),
};

const FromService = Type.Object(
  {
    source: Type.Literal('service', { title: 'A service computes the embeddings' }),
    ...common,
    url: serviceUrl,
    model,
    ...optionsOfService,
  },
  closed,
);
const FromDirectory = Type.Object(
  { source: Type.Literal('directory', { title: 'The server runs a model' }), ...common, path },
  closed,
);
/** The embedder is for queries only; without one, requests contain the embedding of their input. */
const FromDocuments = Type.Object(
  {
    source: Type.Literal('documents', { title: 'Documents come with their embeddings' }),
    ...common,
    url: Type.Optional(serviceUrl),
    model: Type.Optional(model),
    ...optionsOfService,
    path: Type.Optional(path),
  },
  closed,
);

export const embeddingSchemas = { service: FromService, directory: FromDirectory, documents: FromDocuments };
type Entry = Static<typeof FromDocuments> & { source: EmbeddingsKind['source'] };

/** `directory` is the folder of BACKENDS_FILE. Keys are relative to the entry. */
export function validateEmbeddings(
  given: EmbeddingsKind,
  directory: string,
  environment: Environment,
): FieldError[] {
  const errors = validationErrors(embeddingSchemas[given.source], given);
  if (errors.length > 0) return errors;
  const { url: address, model, path, keyFrom } = given as Entry;
  const found: (FieldError | false)[] = [
    address !== undefined && path !== undefined && { key: 'path', message: 'must not be next to url' },
    address !== undefined && model === undefined && { key: 'model', message: 'is required next to url' },
    keyFrom !== undefined &&
      !environment[keyFrom] && {
        key: 'keyFrom',
        message: `names ${keyFrom}, which is not set in the environment`,
      },
    path !== undefined &&
      !isDirectory(resolve(directory, path)) && {
        key: 'path',
        message: 'names a directory that does not exist',
      },
  ];
  return found.filter((each) => each !== false);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Resolves a validated entry. */
export function resolveEmbeddings(
  given: EmbeddingsKind,
  directory: string,
  environment: Environment,
): SpaceEmbeddings {
  const entry = given as Entry;
  const { source, dimensions, weight = DEFAULT_WEIGHT, model, path, documentPrefix = '' } = entry;
  const isComputed = source !== 'documents';
  // The URL is left out, so that a service can move.
  const identity = [source, dimensions, ...(isComputed ? [model ?? path, documentPrefix] : [])];
  return {
    settings: { model: JSON.stringify(identity), dimensions, weight, computed: isComputed },
    embedder: embedderOptions(entry, directory, environment),
  };
}

function embedderOptions(
  { dimensions, url: address, model, path, keyFrom, timeout, queryPrefix, documentPrefix }: Entry,
  directory: string,
  environment: Environment,
): EmbedderOptions | null {
  const prefixes = {
    ...(queryPrefix !== undefined && { query: queryPrefix }),
    ...(documentPrefix !== undefined && { document: documentPrefix }),
  };
  if (path !== undefined) return { kind: 'directory', path: resolve(directory, path), dimensions, prefixes };
  if (address === undefined || model === undefined) return null;
  const apiKey = keyFrom === undefined ? undefined : environment[keyFrom];
  return {
    kind: 'service',
    url: address,
    model,
    dimensions,
    prefixes,
    ...(apiKey !== undefined && { apiKey }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
  };
}
