/** Export of the results as CSV (RFC 4180) for spreadsheets. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { isTime } from '../locale/locale.ts';
import { identify } from '../store/facet-values.ts';
import { MAX_PAGE_SIZE } from '../store/limits.ts';
import { fetchPage } from '../store/result-pages.ts';
import type { SearchStore } from '../store/search-store.ts';

/** Visitors rarely need more in one file; the API returns all results. */
export const MAX_EXPORTED_DOCUMENTS = 1000;

/** All results of the current query up to the maximum, page by page. Rejects with ApiError. */
export async function fetchResults(store: SearchStore, signal: AbortSignal): Promise<RetrievedDocument[]> {
  const documents: RetrievedDocument[] = [];
  const { query } = store;
  while (documents.length < MAX_EXPORTED_DOCUMENTS) {
    const page = { ...query, start: documents.length };
    const { result, total } = await fetchPage(store, page, { signal, count: MAX_PAGE_SIZE });
    documents.push(...result);
    // A wrong total must not repeat the last request forever.
    if (!result.length || documents.length >= total) break;
  }
  return documents.slice(0, MAX_EXPORTED_DOCUMENTS);
}

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const csvFile = (documents: readonly RetrievedDocument[]): Blob =>
  new Blob(['\ufeff', csv(documents)], { type: 'text/csv;charset=utf-8' });

/** One record per document; one column per detail label, with the values of all details with this label. */
export function csv(documents: readonly RetrievedDocument[]): string {
  const allLabels = documents.flatMap(({ documentDetails }) => documentDetails.map(({ label }) => label));
  const labels = [...new Set(allLabels)];
  const header = ['title', 'type', 'date', 'language', 'link', 'id', 'description', ...labels];
  const records = documents.map((document) => {
    const { title, type, date, language, link, id, description } = document;
    const day = isTime(date) ? new Date(date).toISOString().slice(0, 10) : '';
    const details = labels.map((label) => detailsWith(label, document).join('; '));
    return [title, type, day, language ?? '', link, id, description, ...details];
  });
  return [header, ...records].map((record) => record.map(cell).join(',')).join('\r\n');
}

function detailsWith(label: string, { documentDetails }: RetrievedDocument): string[] {
  const groups = documentDetails.filter((group) => group.label === label);
  const names = groups.flatMap(({ field, facets }) => facets.map((refiner) => identify(field, refiner).name));
  return [...new Set(names)];
}

/** A cell, without CSV injection: spreadsheets evaluate cells that start like a formula, and documents are untrusted. */
function cell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
