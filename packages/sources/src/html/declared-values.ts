/** Values that a page declares: `data-search-meta`, `data-search-filter` and Pagefind's names for them. */
import { elementText } from './tree/page-text.ts';
import type { PageElement, PageTree } from './tree/tree.ts';

const DECLARATIONS = ['data-search-meta', 'data-search-filter', 'data-pagefind-meta', 'data-pagefind-filter'];
/** Names that a page cannot set: some members of documents, and names with a special meaning for objects. */
const RESERVED = new Set([
  ...['id', 'link', 'text', 'language', 'type', 'breadcrumbs', 'sections', 'subjects', 'embedding', 'html'],
  ...['__proto__', 'constructor', 'prototype'],
]);
/** A page may declare this many names and values; the rest is ignored. */
const MAX_NAMES = 100;
const MAX_VALUES = 1000;
const MAX_NAME_LENGTH = 200;

/** Values by name. A declaration is `name` (for the element's text), `name[attribute]` or `name:value`, or several with commas. */
export function declaredValues(tree: PageTree): Partial<Record<string, string[]>> {
  const values = new Map<string, Set<string>>();
  let count = 0;
  for (const [name, value] of declarationsIn(tree)) {
    count += 1;
    if (count > MAX_VALUES) break;
    if (value === '' || name === '' || name.length > MAX_NAME_LENGTH || RESERVED.has(name)) continue;
    if (!values.has(name) && values.size >= MAX_NAMES) continue;
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return Object.fromEntries([...values].map(([name, texts]) => [name, [...texts]]));
}

function* declarationsIn({ annotated }: PageTree): Iterable<[string, string]> {
  for (const element of annotated)
    for (const attribute of DECLARATIONS) {
      const declaration = element.attribs[attribute];
      if (declaration !== undefined) yield* declaredBy(declaration, element);
    }
}

/** Names and values of one attribute. Only its last item may be `name:value`, because the value may contain commas. */
function* declaredBy(declaration: string, element: PageElement): Iterable<[string, string]> {
  const colon = declaration.indexOf(':');
  const items = (colon < 0 ? declaration : declaration.slice(0, colon)).split(',');
  const nameOfValue = colon < 0 ? undefined : items.pop();
  let text: string | undefined;
  for (const item of items.map((part) => part.trim())) {
    const [, name, attribute] = /^([^[\]]*)\[([^[\]]*)\]$/.exec(item) ?? [];
    if (name === undefined) {
      text ??= elementText(element);
      yield [item, text];
    } else yield [name.trim(), element.attribs[attribute!.toLowerCase()]?.trim() ?? ''];
  }
  if (nameOfValue !== undefined) yield [nameOfValue.trim(), declaration.slice(colon + 1).trim()];
}
