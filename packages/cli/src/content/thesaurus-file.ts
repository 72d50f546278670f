/** Thesauri and synonyms to add to a search space, from files or addresses. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ThesaurusType } from '@semantic-search/client';
import { MAIN_PART } from '@semantic-search/query/api';
import { RDF_FILE_ENDINGS, RDF_MEDIA_TYPES, rdfMediaType } from '@semantic-search/query/media-types';
import { synonymThesaurus } from '@semantic-search/query/thesaurus';
import { fetchResource, mediaTypeOf, parseSynonyms, type SynonymFile } from '@semantic-search/sources';
import { requireAddress, siteFetcher } from '../sources/site-fetcher.ts';

export interface ThesaurusFile {
  /** Part that the file replaces by default. */
  part: string;
  mediaType: ThesaurusType;
  content: AsyncIterable<string | Uint8Array>;
  /** Synonyms that cannot be used. */
  warnings: string[];
}

export interface ThesaurusFileOptions {
  allowPrivateNetworks?: true;
}

interface Opened {
  /** Without the ending of a compressed file. */
  name: string;
  /** Media type from the response of a server; empty without one. */
  mediaType: string;
  content: AsyncIterable<Uint8Array>;
}

/** Part of all synonyms, unless another is named. */
const SYNONYM_PART = 'synonyms';

/** A download is buffered in memory. */
const MAX_DOWNLOAD_BYTES = 256 * 1024 * 1024;
const MAX_DOWNLOAD_MS = 3_600_000;
/** Of a file that is read as a whole, without compression. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const SYNONYM_ENDINGS = /\.(txt|csv|jsonl|ndjson)$/i;

/** Throws if the content has none of the supported forms. */
export async function openThesaurusFile(
  location: string,
  options: ThesaurusFileOptions,
): Promise<ThesaurusFile> {
  const opened = /^https?:/i.test(location) ? await download(location, options) : await openFile(location);
  const { name, content } = opened;
  if (SYNONYM_ENDINGS.test(name)) return synonymFile(await textOf(content, name), name);
  if (/\.json$/i.test(name)) {
    const text = await textOf(content, name);
    // Typesense, Algolia and Meilisearch have no context.
    if (!/"@(context|graph|id)"/.test(text)) return synonymFile(text, name);
    return { part: MAIN_PART, mediaType: 'application/ld+json', content: only(text), warnings: [] };
  }
  const isDeclared = RDF_MEDIA_TYPES.includes(opened.mediaType);
  const mediaType = isDeclared ? opened.mediaType : rdfMediaType(name);
  if (mediaType === undefined)
    throw new Error(
      `${location}: unsupported format; expected SKOS (${RDF_FILE_ENDINGS}) or synonyms (.csv, .txt, .json)`,
    );
  return { part: MAIN_PART, mediaType: mediaType as ThesaurusType, content, warnings: [] };
}

function synonymFile(text: string, name: string): ThesaurusFile {
  const { rules, warnings } = readSynonyms(text, name);
  if (rules.length === 0) throw new Error([`${name}: no synonyms`, ...warnings].join('\n'));
  return { part: SYNONYM_PART, mediaType: 'text/turtle', content: only(synonymThesaurus(rules)), warnings };
}

function readSynonyms(text: string, name: string): SynonymFile {
  try {
    return parseSynonyms(text, name);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

async function openFile(file: string): Promise<Opened> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`${file}: no such file`);
  const content = createReadStream(file);
  return withoutCompression({ name: file.split(/[\\/]/).at(-1)!, mediaType: '', content });
}

async function download(location: string, options: ThesaurusFileOptions): Promise<Opened> {
  const address = requireAddress(location);
  const fetcher = siteFetcher([], { header: [], timeoutMs: MAX_DOWNLOAD_MS, ...options });
  const request = { address, accepts: () => true, maxBytes: MAX_DOWNLOAD_BYTES };
  const { contentType, body } = await fetchResource(fetcher, {
    ...request,
    signal: new AbortController().signal,
  }).finally(fetcher.close);
  const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1)!);
  return withoutCompression({ name, mediaType: mediaTypeOf(contentType), content: only(body) });
}

function withoutCompression({ name, mediaType, content }: Opened): Opened {
  if (!/\.gz$/i.test(name)) return { name, mediaType, content };
  return { name: name.slice(0, -3), mediaType, content: decompressed(content, name) };
}

/** Throws for a damaged file, and for one that is cut off. */
async function* decompressed(content: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  // An error of either stream ends the loop below.
  pipeline(content, gunzip).catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Error(`${name} cannot be decompressed: ${(error as Error).message}`);
  }
}

async function textOf(content: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > MAX_TEXT_BYTES) throw new Error(`${name}: larger than ${MAX_TEXT_BYTES / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Error(`${name}: not encoded in UTF-8`);
  }
}

async function* only<Content>(content: Content): AsyncIterable<Content> {
  yield content;
}
