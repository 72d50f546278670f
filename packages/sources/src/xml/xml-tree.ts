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

/** Call it in an isolated process. Decodes HTML entities only: declared ones could fill the memory, and stay as written. */
export function parseXml(xml: string, { roots, records, onRecord }: XmlOptions): XmlDocument {
  const topElements: XmlElement[] = [];
  const openElements: XmlElement[] = [];
  let openRecord: XmlElement | undefined;
  /** Name with prefix: a record may contain a `record` of another vocabulary, such as MARC. */
  let recordName = '';
  let decodeText = decoded;

  const parser = new Parser(
    {
      onopentag(writtenName, attributes) {
        // `stack` is private in the parser's type declarations: names of the open elements, the new element first.
        const openNames = parser['stack'] as string[];
        // Some feeds do not close these elements, which contain no others.
        if (/(?:^|:)(?:link|enclosure)$/.test(openNames[1] ?? ''))
          openNames.splice(1, openElements.splice(-1).length);
        // A record that was not closed ends where the next record begins.
        if (openRecord && recordName === writtenName && attributes.xmlns === undefined) {
          const unclosed = openElements.splice(openElements.indexOf(openRecord));
          openNames.splice(1, unclosed.length);
          onRecord(openRecord);
          openRecord = undefined;
        }
        if (openElements.length === MAX_DEPTH) {
          openNames.shift();
          return;
        }
        const parent = openElements.at(-1) ?? null;
        const element = newElement(writtenName, attributes, parent);
        openElements.push(element);
        if (parent === null) topElements.push(element);
        else if (openRecord || !records.includes(element.name)) parent.children.push(element);
        else [openRecord, recordName] = [element, writtenName];
      },
      ontext(text) {
        openElements.at(-1)?.children.push(decodeText(text));
      },
      oncdatastart() {
        decodeText = withoutControls;
      },
      oncdataend() {
        decodeText = decoded;
      },
      onclosetag() {
        const element = openElements.pop();
        if (!element || element !== openRecord) return;
        openRecord = undefined;
        onRecord(element);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  // The end of the file closes no element, so that a record that was cut off is left out.
  parser.write(xml);
  const root = topElements.find(({ name }) => roots.includes(name.toLowerCase())) ?? topElements[0];
  return { root, isComplete: root !== undefined && root !== openElements[0] };
}

function newElement(writtenName: string, attributes: XmlElement['attribs'], parent: XmlElement | null) {
  // `media:title` is the title of a picture.
  const nameStart = writtenName.startsWith('media:') ? 0 : writtenName.indexOf(':') + 1;
  const values = Object.entries(attributes).map(([key, value]) => [key, decoded(value)]);
  const attribs = Object.fromEntries(values);
  return { name: writtenName.slice(nameStart), attribs, children: [], parent } as XmlElement;
}

function decoded(text: string): string {
  return withoutControls(text.includes('&') ? decodeHTMLStrict(text) : text);
}

function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && elements(element).find((childElement) => childElement.name === name);
}

export const elements = childElements<XmlElement>;

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
