/** Result export: CSV (RFC 4180) for spreadsheets, JSON for programs. */
import { search } from '@semantic-search/client';
import type { RetrievedDocument } from '@semantic-search/contract';
import { identify, MAX_PAGE_SIZE, requestOf } from '../store/query-state.ts';
import { readResponse } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** Visitors rarely need more in one file; the API returns all results. */
export const MAX_EXPORTED_DOCUMENTS = 1000;

/** All results of the current query up to the maximum, page by page. Rejects with ApiError. */
export async function fetchResults(store: SearchStore, signal: AbortSignal): Promise<RetrievedDocument[]> {
  const documents: RetrievedDocument[] = [];
  const { connection, configuration, query, language } = store;
  for (let total = 1; documents.length < Math.min(total, MAX_EXPORTED_DOCUMENTS); ) {
    const start = documents.length;
    const request = { ...requestOf({ ...query, start }, language), count: MAX_PAGE_SIZE };
    const json = await search(connection, configuration, request, { signal });
    const response = readResponse(json, connection.endpoint);
    if (!response.result.length) break;
    documents.push(...response.result);
    total = response.total;
  }
  return documents.slice(0, MAX_EXPORTED_DOCUMENTS);
}

export function exportFile(documents: readonly RetrievedDocument[], format: Format): Blob {
  if (format === 'json')
    return new Blob([JSON.stringify(documents.map(recordOf), null, 2)], { type: 'application/json' });
  // The byte order mark tells spreadsheets that this is UTF-8.
  return new Blob(['\ufeff', csv(documents)], { type: 'text/csv;charset=utf-8' });
}

/** One record per document; one column per detail label, with the values of all details of that label. */
export function csv(documents: readonly RetrievedDocument[]): string {
  const records = documents.map(recordOf);
  const details = [...new Set(records.flatMap((record) => Object.keys(record.details)))];
  const columns = ['title', 'type', 'date', 'language', 'link', 'id', 'description'] as const;
  const lines = records.map((record) => [
    ...columns.map((name) => record[name]),
    ...details.map((label) => record.details[label]?.join('; ') ?? ''),
  ]);
  return [[...columns, ...details], ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
}

function recordOf(document: RetrievedDocument) {
  const { id, title, type, date, language, link, description, documentDetails } = document;
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

/** Prevents CSV injection: spreadsheets evaluate cells that start like a formula, and documents are untrusted. */
function cell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
