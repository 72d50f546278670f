/** Categories of documents (breadcrumbs and paths) as a SKOS scheme with broader categories. */
import { rdfType, terms } from './rdf/rdf-terms.ts';
import { link, type Statement, stableId } from './rdf/statement.ts';

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
/** Deeper paths are ignored, and further paths of a document. */
const MAX_DEPTH = 20;
const MAX_PATHS = 100;

/** The paths of a document: its breadcrumbs without the page itself, then its categories. */
export function categoryPaths({ title, breadcrumbs, categories }: Categorized): CategoryPath[] {
  const crumbs = textsOf(breadcrumbs);
  const endsWithPage = typeof title === 'string' && crumbs.at(-1) === title.trim();
  const paths = [endsWithPage ? crumbs.slice(0, -1) : crumbs, ...textsOf(categories).map(namesIn)];
  return paths.filter(({ length }) => length > 0 && length <= MAX_DEPTH).slice(0, MAX_PATHS);
}

export function categoryUri(path: CategoryPath): string {
  return `${CATEGORY_SCHEME}:${stableId(path)}`;
}

/** Concepts for each path and each beginning of a path, and their URIs, sorted; undefined without paths. Omits a common root. */
export function categoryThesaurus(paths: Iterable<CategoryPath>) {
  const byUri = new Map<string, CategoryPath>();
  for (const path of paths)
    for (let length = 1; length <= path.length; length += 1) {
      const beginning = path.slice(0, length);
      byUri.set(categoryUri(beginning), beginning);
    }
  const roots = [...byUri.values()].filter(({ length }) => length === 1);
  const topLevel = roots.length === 1 && byUri.size > 1 ? 2 : 1;
  const categories = [...byUri].filter(([, path]) => path.length >= topLevel);
  const concepts = categories.sort(([a], [b]) => (a < b ? -1 : 1));
  if (concepts.length === 0) return undefined;
  const statements: Statement[] = [
    link(CATEGORY_SCHEME, rdfType, terms.scheme),
    { ...link(CATEGORY_SCHEME, terms.labels[0], 'Categories'), literal: true, language: 'en' },
    ...concepts.flatMap(([uri, path]) => [
      link(uri, rdfType, terms.concept),
      link(uri, terms.inScheme, CATEGORY_SCHEME),
      path.length > topLevel
        ? link(uri, terms.broader, categoryUri(path.slice(0, -1)))
        : link(uri, terms.topConceptOf, CATEGORY_SCHEME),
      { ...link(uri, terms.labels[0], path.at(-1)!), literal: true },
    ]),
  ];
  return { statements, uris: concepts.map(([uri]) => uri) };
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((element) =>
    typeof element === 'string' ? cleanName(element) : [],
  );
}

function namesIn(path: string): string[] {
  return path.split(SEPARATOR).flatMap(cleanName);
}

/** The text in one line; nothing for a blank text. */
function cleanName(text: string): string[] {
  const trimmed = text.toWellFormed().replace(/\s+/g, ' ').trim();
  return trimmed === '' ? [] : [trimmed];
}
