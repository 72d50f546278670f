/** Content of an element as HTML: the elements of XHTML, or a text that is HTML. */
import type { XmlElement } from '../xml/index.ts';

export function innerHtml({ children }: XmlElement): string {
  if (children.every((each) => typeof each === 'string')) return children.join('');
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

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
