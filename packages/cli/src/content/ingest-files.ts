/** Ingests a thesaurus file and a documents file into a search space, with progress and resume. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addDocuments, type Connection, replaceThesaurus, type ThesaurusType } from '@semantic-search/client';
import {
  type DocumentFormat,
  type DocumentInput,
  documentFormat,
  readDocuments,
} from '@semantic-search/engine';
import { RDF_FILE_ENDINGS, rdfMediaType } from '@semantic-search/query/media-types';
import { uploadStream } from '../connections/patient-fetch.ts';
import { uploadProgress } from '../options/progress.ts';
import { type IngestCheckpoint, noCheckpoint } from './ingest-checkpoint.ts';

export interface IngestOptions {
  space: string;
  thesaurus?: string;
  documents?: string;
}

export interface IngestReport {
  accepted: number;
  refused: number;
}

/** Prints progress; invalid lines go to standard error with line number and reason. Throws if a file is unreadable. */
export async function ingestFiles(
  connection: Connection,
  options: IngestOptions,
  checkpoint: IngestCheckpoint = noCheckpoint,
): Promise<IngestReport> {
  // The thesaurus comes first, because documents are tagged with its concepts.
  if (options.thesaurus) await ingestThesaurus(connection, options.space, options.thesaurus);
  return options.documents
    ? ingestDocuments(connection, options.space, options.documents, checkpoint)
    : { accepted: 0, refused: 0 };
}

async function ingestThesaurus(connection: Connection, space: string, file: string): Promise<void> {
  const mediaType = thesaurusMediaType(file);
  await requireFile(file);
  const progress = uploadProgress(`${space}: thesaurus`);
  const body = uploadStream(progress.through(createReadStream(file)));
  const report = await replaceThesaurus(connection, space, body, mediaType).finally(progress.stop);
  console.log(
    `${space}: ${report.concepts} concepts, ${report.labels} labels in ${report.languages.join(', ')}`,
  );
  for (const warning of report.warnings) console.error(`${file}: ${warning}`);
}

function thesaurusMediaType(file: string): ThesaurusType {
  const mediaType = rdfMediaType(file);
  if (mediaType) return mediaType as ThesaurusType;
  throw new Error(`${file}: unsupported thesaurus format; expected ${RDF_FILE_ENDINGS}`);
}

async function ingestDocuments(
  connection: Connection,
  space: string,
  file: string,
  checkpoint: IngestCheckpoint,
): Promise<IngestReport> {
  const format = formatOf(file);
  await requireFile(file);
  const done = await checkpoint.read(file);
  if (done > 0) console.log(`${space}: resuming after line ${done} of ${file}`);
  const progress = uploadProgress(`${space}: documents`);
  const report: IngestReport = { accepted: 0, refused: 0 };
  /** Line of each document that was sent. */
  const sentLines: number[] = [];
  const reject = (line: number, message: string) => {
    report.refused += 1;
    console.error(`${file}, line ${line}: ${message}`);
  };

  async function* documents(): AsyncGenerator<DocumentInput> {
    for await (const read of readDocuments(progress.through(createReadStream(file)), format)) {
      if (read.line <= done) continue;
      if ('message' in read) reject(read.line, read.message);
      else {
        sentLines.push(read.line);
        yield read.document;
      }
    }
  }

  /** Checkpoints are written one after another, and the last one before the command ends. */
  let saved = Promise.resolve();
  try {
    const result = await addDocuments(connection, space, documents(), {
      onProgress({ line, errors }) {
        for (const { line: position, message } of errors) reject(sentLines[position - 1] ?? 0, message);
        const reached = sentLines[line - 1];
        if (reached !== undefined) saved = saved.then(() => checkpoint.write(file, reached));
      },
    });
    report.accepted = result.accepted;
    if (!result.done) throw new Error(`${result.errors.at(-1)?.message} Run the command again to resume.`);
  } finally {
    progress.stop();
    await saved;
  }
  await checkpoint.clear(file);
  console.log(`${space}: ${report.accepted} documents accepted, ${report.refused} rejected`);
  return report;
}

function formatOf(file: string): DocumentFormat {
  const format = documentFormat(file);
  if (format) return format;
  throw new Error(`${file}: unsupported document format; expected .ndjson, .jsonl or .csv`);
}

async function requireFile(file: string): Promise<void> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`${file}: no such file`);
}
