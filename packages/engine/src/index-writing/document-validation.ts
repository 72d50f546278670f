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

/** Members that are null count as absent. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Returns the error message of an invalid document, undefined if it is valid. */
export function validationError(document: DocumentInput, embeddings?: Pick<EmbeddingSettings, 'dimensions'>) {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return 'A document must be an object.';
  const { id, embedding, sections } = document;
  if (typeof id !== 'string' || id === '')
    return 'id must be a non-empty string; if it is absent, link must be one.';
  if (!id.isWellFormed()) return 'id contains a lone surrogate, which UTF-8 cannot encode.';
  const vectorError = isAbsent(embedding) ? undefined : embeddingError(embedding, embeddings?.dimensions);
  const memberError = textError(document) ?? addressError(document) ?? valueError(document) ?? vectorError;
  return memberError ?? sectionsError(sections) ?? attributeError(document);
}

function textError(document: DocumentInput): string | undefined {
  const invalid = TEXT_MEMBERS.find((name) => !isAbsent(document[name]) && !isString(document[name]));
  return invalid && `${invalid} must be a string.`;
}

const isString = (value: unknown): boolean => typeof value === 'string';

function addressError(document: DocumentInput): string | undefined {
  const isUnsafe = (address: string) => unsafeUrl.test(address.replace(ignoredInUrl, ''));
  const invalid = (['link', 'image'] as const).find((name) => isUnsafe(document[name] ?? ''));
  return invalid && `${invalid} must be a web address, not a script or a blob.`;
}

function valueError({ date, subjects }: DocumentInput): string | undefined {
  if (!isAbsent(date) && !isString(date) && typeof date !== 'number')
    return 'date must be a string or a number.';
  if (isAbsent(subjects) || (Array.isArray(subjects) && subjects.every(isString))) return undefined;
  return 'subjects must be an array of URIs or labels of concepts.';
}

/** The embedding with which a document was written; undefined if its dimensions differ from the space. */
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
