/** `semantic-search ingest`: imports thesauri, synonyms and documents from files. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addDocuments, type Connection, replaceThesaurusPart } from '@semantic-search/client';
import {
  type DocumentFormat,
  type DocumentInput,
  documentFormat,
  readDocuments,
} from '@semantic-search/engine';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from '../connections/connect.ts';
import { uploadStream } from '../connections/patient-fetch.ts';
import { spaceName } from '../options/parsers.ts';
import { uploadProgress } from '../options/progress.ts';
import { SITE_OPTION } from '../sources/source-options.ts';
import { openThesaurusFile, type ThesaurusFileOptions } from './thesaurus-file.ts';

interface IngestOptions extends ThesaurusFileOptions {
  space: string;
  thesaurus?: string;
  part?: string;
  documents?: string;
  site?: string;
  server?: string;
}

export function ingestCommand(): Command {
  return new Command('ingest')
    .description('Load thesauri, synonyms and documents into a search space')
    .requiredOption('--space <name>', 'name of the search space; created if it does not exist', spaceName)
    .option(
      '--thesaurus <file>',
      'file or address: SKOS (.ttl, .turtle, .rdf, .xml, .owl, .nt, .jsonld, .json) or synonyms (.csv, .txt of Solr, .json of Algolia, Meilisearch or Typesense); .gz too',
    )
    .option(
      '--part <name>',
      'part of the thesaurus that the file replaces; by default main, or synonyms',
      spaceName,
    )
    .option('--allow-private-networks', 'allow loopback and private addresses')
    .option('--documents <file>', 'documents as .ndjson, .jsonl or .csv; added or replaced by ID')
    .option(...SITE_OPTION)
    .option(...SERVER_OPTION)
    .action(async (options: IngestOptions) => {
      const { space, thesaurus, documents, site, server } = options;
      if (!thesaurus && !documents) throw new Error('Specify --thesaurus, --documents or both');
      const connection = await connect(['spaces:write'], server);
      // The thesaurus comes first, because documents are tagged with its concepts.
      const isUsed = thesaurus === undefined || (await ingestThesaurus(connection, thesaurus, options));
      const refused =
        documents === undefined ? 0 : await ingestDocuments({ connection, space, site }, documents);
      if (!isUsed || refused > 0) process.exitCode = 2;
    });
}

/** Returns false if some of the synonyms cannot be used. */
async function ingestThesaurus(
  connection: Connection,
  file: string,
  options: IngestOptions,
): Promise<boolean> {
  const { space } = options;
  const { part: usualPart, mediaType, content, warnings } = await openThesaurusFile(file, options);
  const { part = usualPart } = options;
  const progress = uploadProgress(`${space}: thesaurus`);
  const body = uploadStream(progress.through(content));
  const target = { space, name: part };
  const report = await replaceThesaurusPart(connection, target, { type: mediaType, body }).finally(
    progress.stop,
  );
  const { concepts, labels, languages, license } = report;
  const inLanguages = languages.length > 0 ? ` in ${languages.join(', ')}` : '';
  console.log(`${space}: part ${part}: ${concepts} concepts, ${labels} labels${inLanguages}`);
  if (license !== null) console.log(`license: ${license}`);
  for (const warning of [...warnings, ...report.warnings]) console.error(`${file}: ${warning}`);
  return warnings.length === 0;
}

/** Resolves to the number of refused documents; each is printed with line number and reason. */
async function ingestDocuments(
  { connection, space, site }: { connection: Connection; space: string; site: string | undefined },
  file: string,
): Promise<number> {
  const format = formatOf(file);
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`${file}: no such file`);
  const progress = uploadProgress(`${space}: documents`);
  /** Line of each document that was sent. */
  const sentLines: number[] = [];
  let refused = 0;
  const reject = (line: number, message: string) => {
    refused += 1;
    console.error(`${file}, line ${line}: ${message}`);
  };

  async function* documents(): AsyncGenerator<DocumentInput> {
    for await (const read of readDocuments(progress.through(createReadStream(file)), format)) {
      if ('message' in read) reject(read.line, read.message);
      else {
        sentLines.push(read.line);
        yield site === undefined ? read.document : { ...read.document, site };
      }
    }
  }

  const { accepted, done, errors } = await addDocuments(connection, space, documents(), {
    onProgress({ errors }) {
      for (const { line, message } of errors) reject(sentLines[line - 1] ?? 0, message);
    },
  }).finally(progress.stop);
  if (!done) throw new Error(`${errors.at(-1)?.message} Run the command again.`);
  console.log(`${space}: ${accepted} documents accepted, ${refused} rejected`);
  return refused;
}

function formatOf(file: string): DocumentFormat {
  const format = documentFormat(file);
  if (format) return format;
  throw new Error(`${file}: unsupported document format; expected .ndjson, .jsonl or .csv`);
}
