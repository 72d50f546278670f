/** Result export: CSV (RFC 4180) for spreadsheets, JSON for programs. */
import { search } from '@semantic-search/client';
import type { RetrievedDocument } from '@semantic-search/contract';
import { identify, requestOf } from '../store/query-state.ts';
import { readResponse } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** A file with more has left the hands of a visitor; who needs all of it has the API. */
export const most = 1000;

/** What the query of `store` finds, in its order, at most a thousand. Rejects with ApiError. */
export async function found(store: SearchStore, signal: AbortSignal): Promise<RetrievedDocument[]> {
  const documents: RetrievedDocument[] = [];
  const { connection, configuration, query, language } = store;
  for (let total = 1; documents.length < Math.min(total, most); ) {
    const start = documents.length;
    const request = { ...requestOf({ ...query, start }, language), count: 100 };
    const response = readResponse(await search(connection, configuration, request, { signal }));
    if (!response.result.length) break;
    documents.push(...response.result);
    total = response.total;
  }
  return documents.slice(0, most);
}

export function exported(documents: readonly RetrievedDocument[], format: Format): Blob {
  if (format === 'json')
    return new Blob([JSON.stringify(documents.map(recordOf), null, 2)], { type: 'application/json' });
  // The byte order mark tells spreadsheets that this is UTF-8.
  return new Blob(['\ufeff', csv(documents)], { type: 'text/csv;charset=utf-8' });
}

/** One line a document; details stand in columns of their own, under their labels, those of one label together. */
export function csv(documents: readonly RetrievedDocument[]): string {
  const records = documents.map(recordOf);
  const details = [...new Set(records.flatMap((record) => Object.keys(record.details)))];
  const own = ['title', 'type', 'date', 'language', 'link', 'id', 'description'] as const;
  const lines = records.map((record) => [
    ...own.map((name) => record[name]),
    ...details.map((label) => record.details[label]?.join('; ') ?? ''),
  ]);
  return [[...own, ...details], ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
}

function recordOf({
  id,
  title,
  type,
  date,
  language,
  link,
  description,
  documentDetails,
}: RetrievedDocument) {
  const details = new Map<string, string[]>();
  for (const { label, field, facets } of documentDetails) {
    const names = facets.map((refiner) => identify(field, refiner).name);
    details.set(label, [...new Set([...(details.get(label) ?? []), ...names])]);
  }
  return {
    id,
    title,
    type,
    date: typeof date === 'number' ? new Date(date).toISOString().slice(0, 10) : '',
    language: language ?? '',
    link,
    description,
    details: Object.fromEntries(details),
  };
}

/** A spreadsheet runs what begins like a formula; documents come from strangers. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
