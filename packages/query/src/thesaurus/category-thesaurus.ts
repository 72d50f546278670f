/** Categories of documents (breadcrumbs and paths) as a SKOS scheme with broader categories. */
import { rdfType, skos } from './rdf/rdf-terms.ts';
import { relation, type Statement, stableId } from './rdf/statement.ts';

/** Scheme of categories. Documents are assigned by their paths; concept tagging never assigns categories by labels. */
export const CATEGORY_SCHEME = 'urn:semantic-search:categories';

/** Names of categories, the broadest first. */
export type CategoryPath = readonly string[];

/** Members of a document that state its categories. */
interface Categorized {
  title?: unknown;
  /** The names of the enclosing pages, with or without the page itself. */
  breadcrumbs?: unknown;
  /** Paths such as `Services > Waste`. */
  categories?: unknown;
}

const SEPARATOR = '>';
/** Longer paths are not categories, but texts with many separators; they are ignored. */
const MAX_DEPTH = 20;
/** Maximum number of paths of a document, each of which adds up to `MAX_DEPTH` concepts. */
const MAX_PATHS = 100;

/** The paths of a document: its breadcrumbs without the page itself, then its categories. */
export function categoryPaths({ title, breadcrumbs, categories }: Categorized): CategoryPath[] {
  const crumbs = namesAmong(breadcrumbs);
  const endsWithPage = typeof title === 'string' && crumbs.at(-1) === title.trim();
  const statedPaths = namesAmong(categories).map((path) => path.split(SEPARATOR).flatMap(nameIn));
  const paths = [endsWithPage ? crumbs.slice(0, -1) : crumbs, ...statedPaths];
  return paths.filter(({ length }) => length > 0 && length <= MAX_DEPTH).slice(0, MAX_PATHS);
}

export function categoryUri(path: CategoryPath): string {
  return `${CATEGORY_SCHEME}:${stableId(path)}`;
}

/**
 * A concept for each path and each beginning of a path: the statements and the URIs, undefined without paths. Omits a root
 * of all paths, such as *Home*, which distinguishes no documents.
 */
export function categoryStatements(paths: Iterable<CategoryPath>) {
  const byUri = new Map<string, CategoryPath>();
  for (const path of paths)
    for (let length = 1; length <= path.length; length += 1) {
      const beginning = path.slice(0, length);
      byUri.set(categoryUri(beginning), beginning);
    }
  const roots = [...byUri.values()].filter(({ length }) => length === 1);
  const topLevel = roots.length === 1 && byUri.size > 1 ? 2 : 1;
  const categories = [...byUri].filter(([, path]) => path.length >= topLevel);
  // By URI, so that equal categories have equal statements, whatever the order of the documents is.
  const concepts = categories.sort(([a], [b]) => (a < b ? -1 : 1));
  if (concepts.length === 0) return undefined;
  const statements: Statement[] = [
    relation(CATEGORY_SCHEME, rdfType, skos.scheme),
    { ...relation(CATEGORY_SCHEME, skos.labels[0], 'Categories'), isLiteral: true, language: 'en' },
    ...concepts.flatMap(([uri, path]) => [
      relation(uri, rdfType, skos.concept),
      relation(uri, skos.inScheme, CATEGORY_SCHEME),
      path.length > topLevel
        ? relation(uri, skos.broader, categoryUri(path.slice(0, -1)))
        : relation(uri, skos.topConceptOf, CATEGORY_SCHEME),
      { ...relation(uri, skos.labels[0], path.at(-1)!), isLiteral: true },
    ]),
  ];
  return { statements, uris: concepts.map(([uri]) => uri) };
}

/** The names among the elements of a list, or the value itself if it is a name. */
function namesAmong(value: unknown): string[] {
  return [value].flat().flatMap((element) => (typeof element === 'string' ? nameIn(element) : []));
}

/** A list with the text in one line; empty for a blank text. */
function nameIn(text: string): string[] {
  return [text.toWellFormed().replace(/\s+/g, ' ').trim()].filter((name) => name !== '');
}
