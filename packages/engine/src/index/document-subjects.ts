/** Subjects of a document: its own or the extracted ones, and its categories. */
import { categoryPaths, categoryUri } from '@semantic-search/query/category-thesaurus';
import type { StoredDocument } from '../storage/documents.ts';

/** URIs of concepts. Those that the thesaurus does not have are ignored later. */
export function documentSubjects({
  content,
  extracted,
}: Pick<StoredDocument, 'content' | 'extracted'>): string[] {
  return [...(extracted ?? content.subjects ?? []), ...categoryPaths(content).map(categoryUri)];
}
