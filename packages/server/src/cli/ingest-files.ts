/** Takes a thesaurus file and a documents file into a space, with a progress bar, and goes on where it was cut off. */
import { createReadStream } from 'node:fs';
import {
  type DocumentFormat,
  documentFormat,
  type ReadDocument,
  rdfMediaType,
  readDocuments,
} from '@semantic-search/engine';
import { ingest } from '../content/ingestion.ts';
import { type IngestCheckpoint, noCheckpoint } from './ingest-checkpoint.ts';
import { progressBar } from './progress-bar.ts';
import type { SpaceTarget } from './remote-space.ts';

export interface IngestOptions {
  space: string;
  thesaurus?: string;
  documents?: string;
}

export interface IngestReport {
  accepted: number;
  refused: number;
}

/** Prints what it does; bad lines go to standard error with their number and reason. Throws when a file is unreadable. */
export async function ingestFiles(
  target: Pick<SpaceTarget, 'put' | 'replaceThesaurus'>,
  wish: IngestOptions,
  bookmark: IngestCheckpoint = noCheckpoint,
): Promise<IngestReport> {
  // Documents first come to rest on their concepts: the thesaurus is read before them.
  if (wish.thesaurus) await takeThesaurus(target, wish.space, wish.thesaurus);
  return wish.documents
    ? takeDocuments(target, wish.space, wish.documents, bookmark)
    : { accepted: 0, refused: 0 };
}

async function takeThesaurus(
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
  throw new Error(`${file}: a thesaurus is .ttl, .rdf, .nt or .jsonld`);
}

async function takeDocuments(
  target: Pick<SpaceTarget, 'put' | 'replaceThesaurus'>,
  space: string,
  file: string,
  bookmark: IngestCheckpoint,
): Promise<IngestReport> {
  const format = formatOf(file);
  const done = await bookmark.read(file);
  if (done > 0) console.log(`${space}: goes on after line ${done} of ${file}`);
  const bar = await progressBar(`${space}: documents`, file);
  const documents = after(done, readDocuments(bar.through(createReadStream(file)), format));
  const report = { accepted: 0, refused: 0 };
  try {
    for await (const { line, accepted, refused, errors } of ingest(documents, async () => target)) {
      Object.assign(report, { accepted, refused });
      for (const error of errors) bar.say(`${file}, line ${error.line}: ${error.message}`);
      if (line > 0) await bookmark.write(file, line);
    }
  } finally {
    bar.stop();
  }
  await bookmark.clear(file);
  console.log(`${space}: ${report.accepted} documents taken, ${report.refused} refused`);
  return report;
}

function formatOf(file: string): DocumentFormat {
  const format = documentFormat(file);
  if (format) return format;
  throw new Error(`${file}: documents are .ndjson, .jsonl or .csv`);
}

async function* after(line: number, documents: AsyncIterable<ReadDocument>): AsyncIterable<ReadDocument> {
  for await (const read of documents) if (read.line > line) yield read;
}
