/** Categories of a search space, built from the paths of its documents. */

import type { Originals, ThesaurusOperations } from '@semantic-search/engine/backend';
import {
  CATEGORY_SCHEME,
  type CategoryPath,
  categoryPaths,
  categoryThesaurus,
  categoryUri,
} from '@semantic-search/query/category-thesaurus';

const CATEGORY_PART = 'categories';

export interface CategoryReport {
  /** Number of categories. */
  concepts: number;
  /** False if the categories are the same as before; then nothing was written. */
  changed: boolean;
}

/** Replaces the part `categories`, or removes it if no document has a path. */
export async function buildCategories(
  originals: Originals,
  writer: ThesaurusOperations,
): Promise<CategoryReport> {
  const paths = new Map<string, CategoryPath>();
  for await (const document of originals.all())
    for (const path of categoryPaths(document)) paths.set(categoryUri(path), path);
  const built = categoryThesaurus(paths.values());
  const current = built?.uris ?? [];
  const existing = await categoriesIn(await originals.thesaurus());
  const changed = JSON.stringify(current) !== JSON.stringify(existing);
  if (changed && built === undefined) await writer.removeThesaurus(CATEGORY_PART);
  else if (changed) await writer.replaceThesaurus(textOf(built!.turtle), 'text/turtle', CATEGORY_PART);
  return { concepts: current.length, changed };
}

/** Sorted URIs. A URI stands for the whole path, so that equal URIs mean equal labels. */
async function categoriesIn(record: Uint8Array | undefined): Promise<string[]> {
  if (record === undefined) return [];
  // Imported on first use, so that the server starts faster.
  const { deserializeThesaurus } = await import('@semantic-search/query');
  const { thesaurus } = deserializeThesaurus(record);
  return Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.uri(concept))
    .filter((uri) => uri.startsWith(`${CATEGORY_SCHEME}:`))
    .sort();
}

async function* textOf(text: string): AsyncIterable<string> {
  yield text;
}
