/** Content of an element as HTML: the elements of XHTML, or a text that is HTML. */
import type { XmlElement } from '../xml/xml-tree.ts';

export function innerHtml({ children }: XmlElement): string {
  if (children.every((each) => typeof each === 'string')) return withoutCdata(children.join(''));
  return children.map((each) => (typeof each === 'string' ? escapeHtml(each) : outerHtml(each))).join('');
}

function outerHtml(element: XmlElement): string {
  const { local, attributes, children } = element;
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`,
  );
  const content = children
    .map((each) => (typeof each === 'string' ? escapeHtml(each) : outerHtml(each)))
    .join('');
  return `<${local}${written.join('')}>${content}</${local}>`;
}

/** Without the marks of a CDATA section that the feed has escaped. */
export function withoutCdata(text: string): string {
  return /^\s*<!\[CDATA\[(.*)\]\]>\s*$/s.exec(text)?.[1] ?? text;
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)(?:[^<>a-z0-9-][^<>]*)?>/gi;
/** Elements that are complete without an end tag. */
const SINGLE = new Set(['area', 'br', 'hr', 'img', 'input', 'li', 'p', 'wbr']);

/** Titles are often plain text: `Using the <details> element` means the tag, because it has no end. */
export function withLiteralTags(html: string): string {
  const names = { start: new Set<string>(), end: new Set<string>() };
  for (const [, slash, name = ''] of html.matchAll(TAG))
    names[slash ? 'end' : 'start'].add(name.toLowerCase());
  return html.replaceAll(TAG, (tag: string, slash: string, name: string) => {
    const other = slash ? names.start : names.end;
    const isMarkup = SINGLE.has(name.toLowerCase()) || other.has(name.toLowerCase()) || tag.endsWith('/>');
    return isMarkup ? tag : escapeHtml(tag);
  });
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
