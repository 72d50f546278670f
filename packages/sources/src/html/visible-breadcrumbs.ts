/** Breadcrumbs that a page shows without structured data, by the usual names of their elements. */
import { elementText } from './page-text.ts';
import type { PageElement, PageTree } from './tree.ts';

/** In labels and class names, in several languages. */
// cspell:disable-next-line
const BREADCRUMBS = /breadcrumb|brotkr(?:ü|ue)mel|brotkrumen|fil d.ariane|kruimel|migas de pan|brödsmul/i;
/** Separators of the items, which some pages write as text, and spaces. */
const SEPARATORS = new Set(' \u00a0>/|\u00bb\u203a\u00b7\u2192');
const MAX_ITEMS = 20;
/** Items with or without a name. */
const MAX_CANDIDATES = 100;

/** The texts of the list items, or else of the links; empty if the page shows none. */
export function visibleBreadcrumbs({ named }: PageTree): string[] {
  const candidates = [...(named.get('nav') ?? []), ...(named.get('ol') ?? []), ...(named.get('ul') ?? [])];
  const trail = candidates.find(({ attribs }) =>
    BREADCRUMBS.test(`${attribs['aria-label'] ?? ''} ${attribs.class ?? ''} ${attribs.id ?? ''}`),
  );
  if (!trail) return [];
  const items = descendants(trail, 'li');
  const names = (items.length > 0 ? items : descendants(trail, 'a'))
    .slice(0, MAX_CANDIDATES)
    .map((item) => withoutSeparators(elementText(item)))
    .filter((name) => name !== '');
  return names.length <= MAX_ITEMS ? names : [];
}

/** Outermost descendants of this name, in document order. */
function descendants({ children }: PageElement, name: string, result: PageElement[] = []): PageElement[] {
  for (const child of children) {
    if (typeof child === 'string') continue;
    if (child.name === name) result.push(child);
    else descendants(child, name, result);
  }
  return result;
}

function withoutSeparators(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && SEPARATORS.has(text[begin]!)) begin += 1;
  while (end > begin && SEPARATORS.has(text[end - 1]!)) end -= 1;
  return text.slice(begin, end);
}
