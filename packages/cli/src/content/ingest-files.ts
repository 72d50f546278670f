/** Ingests a thesaurus file and a documents file into a search space, with progress bar and resume. */

import { createReadStream } from 'node:fs';
import {
  type DocumentFormat,
  documentFormat,
  type ReadDocument,
  readDocuments,
} from '@semantic-search/engine';
import { RDF_FILE_ENDINGS, rdfMediaType } from '@semantic-search/query/media-types';
import { htmlConverter, ingest } from '@semantic-search/server/content';
import type { SpaceTarget } from '../connections/server-space-client.ts';
import { progressBar } from '../options/progress-bar.ts';
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
  target: Pick<SpaceTarget, 'put' | 'replaceThesaurus'>,
  options: IngestOptions,
  checkpoint: IngestCheckpoint = noCheckpoint,
): Promise<IngestReport> {
  // The thesaurus comes first, because documents are tagged with its concepts.
  if (options.thesaurus) await ingestThesaurus(target, options.space, options.thesaurus);
  return options.documents
    ? ingestDocuments(target, options.space, options.documents, checkpoint)
    : { accepted: 0, refused: 0 };
}

async function ingestThesaurus(
  target: Pick<SpaceTarget, 'put' | 'replaceThesaurus'>,
  space: string,
  file: string,
): Promise<void> {
  const mediaType = thesaurusMediaType(file);
  const bar = await progressBar(`${space}: thesaurus`, file);
  const report = await target
    .replaceThesaurus(bar.through(createReadStream(file)), mediaType)
    .finally(bar.stop);
  console.log(
    `${space}: ${report.concepts} concepts, ${report.labels} labels in ${report.languages.join(', ')}`,
  );
  for (const warning of report.warnings) console.error(`${file}: ${warning}`);
}

function thesaurusMediaType(file: string): string {
  const mediaType = rdfMediaType(file);
  if (mediaType) return mediaType;
  throw new Error(`${file}: unsupported thesaurus format; expected ${RDF_FILE_ENDINGS}`);
}

async function ingestDocuments(
  target: Pick<SpaceTarget, 'put' | 'replaceThesaurus'>,
  space: string,
  file: string,
  checkpoint: IngestCheckpoint,
): Promise<IngestReport> {
  const format = formatOf(file);
  const done = await checkpoint.read(file);
  if (done > 0) console.log(`${space}: resuming after line ${done} of ${file}`);
  const bar = await progressBar(`${space}: documents`, file);
  const read = after(done, readDocuments(bar.through(createReadStream(file)), format));
  const documents = htmlConverter().convertAll(read);
  const report = { accepted: 0, refused: 0 };
  try {
    for await (const { line, accepted, refused, errors } of ingest(documents, async () => target)) {
      Object.assign(report, { accepted, refused });
      for (const error of errors) bar.log(`${file}, line ${error.line}: ${error.message}`);
      if (line > 0) await checkpoint.write(file, line);
    }
  } finally {
    bar.stop();
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

async function* after(line: number, documents: AsyncIterable<ReadDocument>): AsyncIterable<ReadDocument> {
  for await (const read of documents) if (read.line > line) yield read;
}
