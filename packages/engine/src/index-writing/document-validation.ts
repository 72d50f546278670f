/** Validation of documents: returns the message of the first error. */
import type { DocumentInput, EmbeddingSettings } from '../writable-space.ts';
import { attributesOf } from './document-attributes.ts';
import { sectionsError } from './document-sections.ts';

/** Members that must be strings, besides the ID. */
export const TEXT_MEMBERS = ['title', 'description', 'text', 'link', 'type', 'image', 'language'] as const;

/** URLs that execute script in the linking page, or that exist in one browser only. */
const unsafeUrl = /^(?:javascript|vbscript|data:text|blob:|filesystem:)/iu;
/** Characters that browsers ignore: white space and controls at the beginning of a URL, tabs and line ends anywhere. */
const ignoredInUrl = /^[\s\p{Cc}]+|[\t\n\r]/gu;

/** Returns the error message of an invalid document, undefined if it is valid. A member that is null counts as absent. */
export function validationError(
  document: DocumentInput,
  embeddings?: Pick<EmbeddingSettings, 'dimensions'>,
): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return 'A document must be an object.';
  if (typeof document.id !== 'string' || document.id === '')
    return 'id must be a non-empty string; if it is absent, link must be one.';
  if (!document.id.isWellFormed()) return 'id contains a lone surrogate, which UTF-8 cannot encode.';
  for (const name of TEXT_MEMBERS) {
    const value: unknown = document[name] ?? undefined;
    if (value !== undefined && typeof value !== 'string') return `${name} must be a string.`;
  }
  for (const name of ['link', 'image'] as const) {
    const address = document[name] ?? undefined;
    if (address !== undefined && unsafeUrl.test(address.replace(ignoredInUrl, '')))
      return `${name} must be a web address, not a script or a blob.`;
  }
  const date: unknown = document.date ?? undefined;
  if (date !== undefined && typeof date !== 'string' && typeof date !== 'number')
    return 'date must be a string or a number.';
  const subjects: unknown = document.subjects ?? undefined;
  if (
    subjects !== undefined &&
    !(Array.isArray(subjects) && subjects.every((subject) => typeof subject === 'string'))
  ) {
    return 'subjects must be an array of URIs or labels of concepts.';
  }
  const embedding: unknown = document.embedding ?? undefined;
  const vectorError = embedding === undefined ? undefined : embeddingError(embedding, embeddings?.dimensions);
  return vectorError ?? sectionsError(document.sections) ?? attributeError(document);
}

/** The embedding with which a document was written; undefined if its dimensions are not those of the space. */
export function ownEmbedding(
  { embedding }: DocumentInput,
  { dimensions }: Pick<EmbeddingSettings, 'dimensions'>,
): number[] | undefined {
  return embeddingError(embedding, dimensions) === undefined ? embedding : undefined;
}

/** Error message of an invalid embedding. Without `dimensions`, any number of dimensions is valid. */
export function embeddingError(embedding: unknown, dimensions?: number): string | undefined {
  const isVector =
    (Array.isArray(embedding) || embedding instanceof Float32Array) &&
    embedding.length > 0 &&
    embedding.every(Number.isFinite);
  if (!isVector) return 'embedding must be an array of finite numbers.';
  if (dimensions !== undefined && embedding.length !== dimensions)
    return `embedding must have ${dimensions} numbers, as the search space is configured; it has ${embedding.length}.`;
  return embedding.every((value: number) => value === 0) ? 'embedding must not be all zeros.' : undefined;
}

function attributeError(document: DocumentInput): string | undefined {
  const isValid = (element: unknown) =>
    Number.isFinite(element) || ['string', 'boolean'].includes(typeof element);
  const [invalid] = attributesOf(document).find(([, values]) => !values.every(isValid)) ?? [];
  return invalid === undefined
    ? undefined
    : `${invalid} must be a string, a number, a boolean or an array of these.`;
}
