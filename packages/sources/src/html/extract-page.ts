/** A page as text, sections and metadata, with what it asks of crawlers. */
import type { Document } from '../source.ts';
import { type Directives, directives } from './directives.ts';
import { type ContentSelectors, mainContent } from './main-content.ts';
import { metadata, metaTags } from './metadata.ts';
import { type PageText, pageText } from './page-text.ts';
import { type PageTree, parseTree } from './tree.ts';
import { reveal } from './visibility.ts';

export interface Page extends Directives {
  document: Document;
  /** Resolves the addresses of the page. */
  base: string;
}

/** Never throws for broken markup. `address` is absolute. Throws for invalid selectors. */
export function extractPage(html: string, address: string, selectors: ContentSelectors = {}): Page {
  const tree = parseTree(html);
  const tags = metaTags(tree);
  const written = tree.named.get('base')?.find(({ attribs }) => attribs.href)?.attribs.href;
  const base = (written && URL.parse(written, address)?.href) || address;
  const { text, sections } = content(tree, selectors);
  const document: Document = {
    id: address,
    link: address,
    ...metadata(tree, tags, base),
    text,
    sections,
  };
  return { document, base, ...directives(tree, tags) };
}

function content(tree: PageTree, selectors: ContentSelectors): PageText {
  const read = () => {
    const { elements, isIgnored } = mainContent(tree, selectors);
    return pageText(elements, isIgnored);
  };
  const visible = read();
  if (visible.text !== '') return visible;
  reveal(tree.root);
  return read();
}

/** Text of a fragment of HTML. */
export function plainText(html: string, base = 'about:blank'): string {
  return extractPage(`<main>${html}</main>`, base).document.text;
}
