/** CSS selectors over the element tree of a page. */
import { compile, type Options, selectAll } from 'css-select';
import { elementText } from './page-text.ts';
import { ancestors, type PageElement } from './tree.ts';

const childElements = ({ children }: PageElement) => children.filter((child) => typeof child !== 'string');

const options: Options<PageElement, PageElement> = {
  adapter: {
    isTag: (node): node is PageElement => node.name !== '',
    getAttributeValue: ({ attribs }, name) => attribs[name],
    getChildren: childElements,
    getName: ({ name }) => name,
    getParent: ({ parent }) => parent,
    getSiblings: (node) => (node.parent ? childElements(node.parent) : [node]),
    getText: elementText,
    hasAttrib: ({ attribs }, name) => name in attribs,
    removeSubsets: outermost,
  },
};

/** Throws for an invalid selector. */
export function validateSelector(selector: string): void {
  compile(selector, options);
}

/** In document order. */
export function select(selector: string, root: PageElement): PageElement[] {
  return selectAll(selector, root, options);
}

/** Without the elements that are inside others of the list. */
export function outermost(elements: PageElement[]): PageElement[] {
  const all = new Set(elements);
  return elements.filter((element) => {
    for (const each of ancestors(element)) if (each !== element && all.has(each)) return false;
    return true;
  });
}
