/** CSS selectors over the element tree of a page. */
import { compile, type Options, selectAll } from 'css-select';
import { pageText } from './page-text.ts';
import { ownOrInherited, type PageElement } from './tree.ts';

/** Throws for an invalid selector. */
export function validateSelector(selector: string): void {
  compile(selector, selectorOptions());
}

/** In document order. Selectors of siblings take quadratic time in the number of siblings. */
export function select(selector: string, root: PageElement): PageElement[] {
  return selectAll(selector, root, selectorOptions());
}

function selectorOptions(): Options<PageElement, PageElement> {
  const elements = new WeakMap<PageElement, PageElement[]>();
  const childElements = (parent: PageElement) => {
    const known = elements.get(parent) ?? parent.children.filter((child) => typeof child !== 'string');
    elements.set(parent, known);
    return known;
  };
  return {
    adapter: {
      isTag: (node): node is PageElement => node.name !== '',
      getAttributeValue: ({ attribs }, name) => attribs[name],
      getChildren: childElements,
      getName: ({ name }) => name,
      getParent: ({ parent }) => parent,
      getSiblings: (node) => (node.parent ? childElements(node.parent) : [node]),
      getText: (element) => pageText([element], () => false).text,
      hasAttrib: ({ attribs }, name) => name in attribs,
      removeSubsets: outermost,
    },
  };
}

/** Without the elements that are inside others of the list, each once. */
export function outermost(elements: PageElement[]): PageElement[] {
  const all = new Set(elements);
  const isInside = ownOrInherited((element) => all.has(element));
  return [...all].filter(({ parent }) => parent === null || !isInside(parent));
}
