/** Tolerant XML reader: a fault costs one record at most. */
import { decodeHTMLStrict } from 'entities/decode';
import { Parser } from 'htmlparser2';
import { childElements, type PageElement } from '../html/tree/tree.ts';

/** Element without the prefix of its name, so that XHTML in it is read like a page; only the prefix `media:` stays. */
export interface XmlElement extends PageElement {
  children: (XmlElement | string)[];
}

export interface XmlDocument {
  /** Root element without records: the first named in `roots`, else the first; servers may print warnings before it. */
  root: XmlElement | undefined;
  /** Whether the root element is closed; false for a file that was cut off. */
  isComplete: boolean;
}

export interface XmlOptions {
  /** Local names of the root in lower case. */
  roots: readonly string[];
  /** Local names of the elements that are records. */
  records: readonly string[];
  /** Receives each complete record, which is not in the tree. */
  onRecord(record: XmlElement): unknown;
}

/** Deeper elements are left out, and their text stays. The parser takes quadratic time in the depth. */
const MAX_DEPTH = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Call it in an isolated process. Entities are those of HTML: declared ones, which could fill the memory, stay as written. */
export function parseXml(xml: string, { roots, records, onRecord }: XmlOptions): XmlDocument {
  const topElements: XmlElement[] = [];
  const openElements: XmlElement[] = [];
  const closedElements = new Set<XmlElement>();
  let isCdata = false;
  let hasEnded = false;
  let record: XmlElement | undefined;
  /** Name with prefix: a record may contain a `record` of another vocabulary, such as MARC. */
  let recordName = '';

  function endRecord(): void {
    if (record) onRecord(record);
    record = undefined;
  }

  const parser = new Parser(
    {
      onopentag(written, attributes) {
        // `media:title` is the title of a picture.
        const name = written.startsWith('media:') ? written : written.slice(written.indexOf(':') + 1);
        const values = Object.entries(attributes).map(([key, value]) => [key, decoded(value)]);
        const attribs = Object.fromEntries(values);
        const element: XmlElement = { name, attribs, children: [], parent: openElements.at(-1) ?? null };
        // `stack` is private in the parser's type declarations: names of the open elements, innermost first.
        const openNames = parser['stack'] as string[];
        // A record that was not closed ends where the next record begins. The first name is that of the new element.
        if (record && recordName === written && attributes.xmlns === undefined) {
          const unclosed = openElements.splice(openElements.indexOf(record));
          openNames.splice(1, unclosed.length);
          endRecord();
        }
        if (openElements.length === MAX_DEPTH) {
          openNames.shift();
          return;
        }
        if (openElements.length === 0) topElements.push(element);
        else if (!record && records.includes(name)) [record, recordName] = [element, written];
        else openElements.at(-1)!.children.push(element);
        openElements.push(element);
      },
      ontext(text) {
        openElements.at(-1)?.children.push(isCdata ? text.replace(CONTROLS, '') : decoded(text));
      },
      oncdatastart() {
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
      onclosetag(_name, isImplied) {
        const element = openElements.pop()!;
        if (!isImplied) closedElements.add(element);
        // A record that is open at the end of the file was cut off.
        if (element === record && !hasEnded) endRecord();
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.write(xml);
  hasEnded = true;
  parser.end();
  const root = topElements.find(({ name }) => roots.includes(name.toLowerCase())) ?? topElements[0];
  return { root, isComplete: root !== undefined && closedElements.has(root) };
}

function decoded(text: string): string {
  return (text.includes('&') ? decodeHTMLStrict(text) : text).replace(CONTROLS, '');
}

/** The first child with a name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && elements(element).find((childElement) => childElement.name === name);
}

export const elements = childElements<XmlElement>;

/** Text of the element and of those in it. */
export function textOf({ children }: XmlElement): string {
  return children.map((node) => (typeof node === 'string' ? node : textOf(node))).join('');
}

/** Address in the `link` of a feed or an item. RSS writes it as text, Atom as an attribute. */
export function linkOf(element: XmlElement): string | undefined {
  const isLink = ({ name, attribs: { rel = 'alternate' } }: XmlElement) =>
    name === 'link' && rel === 'alternate';
  const links = elements(element).filter(isLink);
  return links.map((link) => textOf(link).trim() || link.attribs.href?.trim()).find(Boolean);
}

export function childText(element: XmlElement | undefined, name: string): string | undefined {
  const first = child(element, name);
  return (first && textOf(first).trim()) || undefined;
}
