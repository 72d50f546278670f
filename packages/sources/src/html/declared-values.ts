/** Values that a page declares: `data-search-meta`, `data-search-filter` and Pagefind's names for them. */
import { elementText } from './page-text.ts';
import type { PageElement, PageTree } from './tree.ts';

const DECLARATIONS = ['data-search-meta', 'data-search-filter', 'data-pagefind-meta', 'data-pagefind-filter'];
/** Names of members of a document that a page cannot set. */
const RESERVED = new Set(['id', 'link', 'text', 'language', 'type', 'breadcrumbs', 'sections', 'subjects']);
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 200;

/** Values by name. Forms: `name` (the text), `name[attribute]`, `name:value`; several are separated by commas. */
export function declaredValues({ annotated }: PageTree): Partial<Record<string, string[]>> {
  const values = new Map<string, Set<string>>();
  for (const element of annotated) {
    for (const attribute of DECLARATIONS) {
      const declaration = element.attribs[attribute];
      if (declaration === undefined) continue;
      for (const [name, value] of declared(declaration, element)) {
        if (value === '' || name === '' || name.length > MAX_NAME_LENGTH || RESERVED.has(name)) continue;
        if (!values.has(name) && values.size >= MAX_NAMES) continue;
        values.set(name, (values.get(name) ?? new Set()).add(value));
      }
    }
  }
  return Object.fromEntries([...values].map(([name, each]) => [name, [...each]]));
}

function* declared(declaration: string, element: PageElement): Iterable<[string, string]> {
  let rest = declaration;
  while (rest !== '') {
    const comma = rest.indexOf(',');
    const colon = rest.indexOf(':');
    // A written value may contain commas, so it is the last.
    if (colon >= 0 && (comma < 0 || colon < comma)) {
      yield [rest.slice(0, colon).trim(), rest.slice(colon + 1).trim()];
      return;
    }
    const item = (comma < 0 ? rest : rest.slice(0, comma)).trim();
    rest = comma < 0 ? '' : rest.slice(comma + 1);
    const [, name, attribute] = /^([^[\]]*)\[([^[\]]*)\]$/.exec(item) ?? [];
    if (name === undefined) yield [item, elementText(element)];
    else yield [name.trim(), element.attribs[attribute!.toLowerCase()]?.trim() ?? ''];
  }
}
