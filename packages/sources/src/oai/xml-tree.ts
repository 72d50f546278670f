/** Strict XML parser: a tree of elements without namespace prefixes. */
import { SaxesParser } from '@rubensworks/saxes';

export interface XmlElement {
  /** Without prefix. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Of the element itself, without that of its children. */
  text: string;
}

const MAX_DEPTH = 50;

/** Throws if the document is not well-formed: a response that was cut off must not pass for a complete one. */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw new Error(`XML elements are nested more than ${MAX_DEPTH} deep`);
    const element: XmlElement = {
      name: name.slice(name.indexOf(':') + 1),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const append = (text: string) => {
    open.at(-1)!.text += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(xml).close();
  return document.children[0]!;
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((each) => each.name === name);
}

export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return child(element, name)?.text.trim() || undefined;
}

/** Texts of all children with this name, without empty ones and duplicates. */
export function childTexts(element: XmlElement, name: string): string[] {
  const texts = element.children.filter((each) => each.name === name).map(({ text }) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '');
}
