/** `semantic-search ingest`: sends thesauri, synonyms and documents from files to a search space. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  addDocuments,
  type Connection,
  replaceThesaurusPart,
  type ThesaurusContent,
  type ThesaurusType,
} from '@semantic-search/client';
import type { IngestProgress } from '@semantic-search/contract';
import { MAIN_PART } from '@semantic-search/query/api';
import { RDF_FILE_ENDINGS, rdfMediaType } from '@semantic-search/query/media-types';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from '../connections/connect.ts';
import { spaceName } from '../options/parsers.ts';
import { reportProgress } from '../options/progress.ts';

/** Maximum size of a file of synonyms, which is read as a whole. */
const MAX_SYNONYM_MIB = 64;

interface IngestOptions {
  space: string;
  thesaurus?: string;
  part?: string;
  documents?: string;
  server?: string;
}

export function ingestCommand(): Command {
  return new Command('ingest')
    .description('Load thesauri, synonyms and documents into a search space')
    .requiredOption('--space <name>', 'name of the search space; created if it does not exist', spaceName)
    .option('--thesaurus <file>', 'SKOS (.ttl, .turtle, .rdf, .xml, .owl, .nt) or synonyms (.csv, Solr .txt)')
    .option('--part <name>', 'part of the thesaurus to replace; by default main, or synonyms', spaceName)
    .option('--documents <file>', 'documents to add or replace: .ndjson, .jsonl, .json, .csv, .tsv, or -')
    .option(...SERVER_OPTION)
    .action(async (options: IngestOptions) => {
      const { thesaurus, documents, server } = options;
      if (!thesaurus && !documents) throw new Error('Specify --thesaurus, --documents or both');
      const connection = await connect(['spaces:write'], server);
      // The thesaurus comes first, because documents are tagged with its concepts.
      const isComplete = thesaurus === undefined || (await ingestThesaurus(connection, thesaurus, options));
      const refused = documents === undefined ? 0 : await ingestDocuments(connection, documents, options);
      if (!isComplete || refused > 0) process.exitCode = 2;
    });
}

interface ThesaurusFile extends ThesaurusContent {
  /** Name of the thesaurus part that the file replaces by default. */
  part: string;
  /** Warnings about synonyms that cannot be used. */
  warnings: string[];
}

/** Imports a thesaurus. Resolves to false if some of its synonyms cannot be used. */
async function ingestThesaurus(connection: Connection, file: string, { space, part }: IngestOptions) {
  const { warnings, part: defaultPart, ...content } = await openThesaurus(file);
  const name = part ?? defaultPart;
  const stopProgress = reportProgress(`${space}: thesaurus`, () => 'the server reads it');
  const report = await replaceThesaurusPart(connection, { space, name }, content).finally(stopProgress);
  const { concepts, labels, languages, license } = report;
  const inLanguages = languages.length > 0 ? ` in ${languages.join(', ')}` : '';
  console.log(`${space}: part ${name}: ${concepts} concepts, ${labels} labels${inLanguages}`);
  if (license !== null) console.log(`license: ${license}`);
  for (const warning of [...warnings, ...report.warnings]) console.error(`${file}: ${warning}`);
  return warnings.length === 0;
}

/** Opens a thesaurus file. Throws if its format is not supported. */
async function openThesaurus(file: string): Promise<ThesaurusFile> {
  const size = await requireFile(file);
  if (/\.(txt|csv)$/i.test(file)) {
    if (size > MAX_SYNONYM_MIB * 1024 ** 2) throw new Error(`${file}: larger than ${MAX_SYNONYM_MIB} MiB`);
    return readSynonyms(file);
  }
  const type = rdfMediaType(file) as ThesaurusType | undefined;
  if (type !== undefined) return { part: MAIN_PART, type, body: contentOf(file), warnings: [] };
  throw new Error(`${file}: unsupported format; not SKOS (${RDF_FILE_ENDINGS}) or synonyms (.csv, .txt)`);
}

async function readSynonyms(file: string): Promise<ThesaurusFile> {
  const content = await readFile(file);
  if (!isUtf8(content)) throw new Error(`${file}: not encoded in UTF-8`);
  const { parseSynonyms } = await import('@semantic-search/sources');
  const { synonymThesaurus } = await import('@semantic-search/query/thesaurus');
  try {
    const { rules, warnings } = parseSynonyms(content.toString());
    if (rules.length === 0) throw new Error(['no synonyms', ...warnings].join('\n'));
    return { part: 'synonyms', type: 'text/turtle', body: synonymThesaurus(rules), warnings };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

/** Resolves to the number of rejected documents; prints the line number and reason of each. */
async function ingestDocuments(connection: Connection, file: string, { space }: IngestOptions) {
  if (!/^-$|\.(?:(?:nd)?json|jsonl|[ct]sv)$/i.test(file))
    throw new Error(`${file}: expected .ndjson, .jsonl, .json, .csv or .tsv`);
  if (file !== '-') await requireFile(file);
  const type = /\.[ct]sv$/i.test(file) ? 'text/csv' : 'application/x-ndjson';
  let accepted = 0;
  const onProgress = (progress: IngestProgress) => {
    accepted = progress.accepted;
    for (const { line, message } of progress.errors) console.error(`${file}, line ${line}: ${message}`);
  };
  const stopProgress = reportProgress(`${space}: documents`, () => `${accepted} accepted`);
  const sending = addDocuments(connection, space, { type, body: contentOf(file) }, { onProgress });
  const { done, refused, errors } = await sending.finally(stopProgress);
  if (!done) throw new Error(`${errors.at(-1)?.message} Run the command again.`);
  console.log(`${space}: ${accepted} documents accepted, ${refused} rejected`);
  return refused;
}

/** Size of a file in bytes. Throws if there is no such file, before the request begins. */
async function requireFile(file: string): Promise<number> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new Error(`${file}: no such file`);
  return stats.size;
}

/** Content of a file as a stream, because files may be larger than the memory. */
const contentOf = (file: string) =>
  Readable.toWeb(file === '-' ? process.stdin : createReadStream(file)) as ReadableStream<Uint8Array>;
