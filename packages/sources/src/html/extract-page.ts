/** Extraction of a page: text, sections, metadata, and directives for crawlers. */
import type { Candidates, Document } from '../source.ts';
import { type Directives, directives } from './directives.ts';
import { type ContentSelectors, mainContent } from './main-content.ts';
import { metadata, metaTags } from './metadata.ts';
import { pageText } from './tree/page-text.ts';
import { parseTree } from './tree/tree.ts';

export interface Page extends Directives {
  document: Document;
  candidates: Candidates;
  /** Base address for the relative addresses of the page. */
  base: string;
}

/** `isXhtml` says whether the media type is XHTML; by default, the beginning of the page decides. */
export type PageOptions = ContentSelectors & { isXhtml?: boolean | undefined };

const XHTML_START = /^\s*(?:<\?xml|<!doctype[^>]{1,50}xhtml)/i;

/** Never throws for broken markup. Throws for invalid selectors. `address` is absolute. */
export function extractPage(html: string, address: string, options: PageOptions = {}): Page {
  const tree = parseTree(html, { isXhtml: options.isXhtml ?? XHTML_START.test(html) });
  const tags = metaTags(tree);
  const baseHref = tree.named.get('base')?.find(({ attribs }) => attribs.href)?.attribs.href;
  const base = (baseHref && URL.parse(baseHref, address)?.href) || address;
  const content = mainContent(tree, options);
  const { text, sections } = pageText(content.elements, content.isIgnored);
  const { metadata: values, candidates } = metadata(tree, tags, { content, lines: text.split('\n'), base });
  const document: Document = { id: address, link: address, ...values, text, sections };
  return { document, candidates, base, ...directives(tree, tags) };
}

export function plainText(html: string): string {
  return extractPage(`<main>${html}</main>`, 'about:blank').document.text;
}
