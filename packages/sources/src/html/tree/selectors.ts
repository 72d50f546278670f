/** CSS selectors over the element tree of a page, and the outermost of a list of elements. */
import { createRequire } from 'node:module';
import type { Options } from 'css-select';
import { pageText } from './page-text.ts';
import { childElements, ownOrInherited, type PageElement } from './tree.ts';

/** Loaded on first use: most websites need no selectors. */
const loadLibrary = () => createRequire(import.meta.url)('css-select') as typeof import('css-select');

/** Child elements by parent. Without this cache, selectors such as `:first-child` would copy the siblings of each element. */
const childrenByParent = new WeakMap<PageElement, PageElement[]>();
const childrenOf = (parent: PageElement) => {
  const children = childrenByParent.get(parent) ?? childElements(parent);
  childrenByParent.set(parent, children);
  return children;
};

const OPTIONS: Options<PageElement, PageElement> = {
  adapter: {
    isTag: (node): node is PageElement => node.name !== '',
    getAttributeValue: ({ attribs }, name) => attribs[name],
    getChildren: childrenOf,
    getName: ({ name }) => name,
    getParent: ({ parent }) => parent,
    getSiblings: (node) => (node.parent ? childrenOf(node.parent) : [node]),
    getText: (element) => pageText([element], () => false).text,
    hasAttrib: ({ attribs }, name) => name in attribs,
    removeSubsets: outermost,
  },
};

/** Throws for an invalid selector. */
export function validateSelector(selector: string): void {
  loadLibrary().compile(selector, OPTIONS);
}

/** Selected elements in document order. Sibling selectors take quadratic time in the number of siblings. */
export function select(selector: string, root: PageElement): PageElement[] {
  return loadLibrary().selectAll(selector, root, OPTIONS);
}

/** The elements without duplicates and without elements inside others of the list. */
export function outermost(elements: PageElement[]): PageElement[] {
  const allElements = new Set(elements);
  const isInside = ownOrInherited((element) => allElements.has(element));
  return [...allElements].filter(({ parent }) => parent === null || !isInside(parent));
}
