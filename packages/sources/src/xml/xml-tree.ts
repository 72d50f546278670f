/** Tolerant XML reader: repairs faults of foreign files, reports their lines, loses one record at most. */
import { decodeHTMLStrict } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { repairMarkup } from './repair-markup.ts';

export interface XmlElement {
  /** With the customary prefix of its namespace, such as `dc:title`; without one in the vocabularies of feeds. */
  name: string;
  /** Without prefix. */
  local: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** From 1. */
  line: number;
}

export interface XmlDocument {
  /** Without the records; undefined if there is no element. */
  root: XmlElement | undefined;
  /** What was repaired or lost, with the line: `line 12: …`. */
  problems: string[];
  /** Whether the root element is closed; false for a file that was cut off. */
  isComplete: boolean;
}

export interface XmlOptions {
  /** Local names of the elements that are records. */
  records?: readonly string[];
  /** Receives each complete record, which is not in the tree. */
  onRecord?(record: XmlElement): void;
}

const MAX_DEPTH = 100;
/** Elements of the tree, and of one record. */
const MAX_ELEMENTS = 500_000;
const MAX_PROBLEMS = 20;

/** Vocabularies by namespace. Feeds may declare any prefix, or none. */
const PREFIXES = new Map([
  ...[
    'http://purl.org/rss/1.0/',
    'http://backend.userland.com/rss2',
    'http://my.netscape.com/rdf/simple/0.9/',
  ].map((uri) => [uri, ''] as const),
  ...['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'].map((uri) => [uri, 'atom'] as const),
  ...['http://purl.org/dc/elements/1.1/', 'http://purl.org/dc/elements/1.0/'].map(
    (uri) => [uri, 'dc'] as const,
  ),
  ...['http://search.yahoo.com/mrss/', 'http://search.yahoo.com/mrss'].map((uri) => [uri, 'media'] as const),
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
]);

/** Never throws. Entities are those of HTML; declared ones are not expanded, so that none can fill the memory. */
export function parseXml(xml: string, options: XmlOptions = {}): XmlDocument {
  const text = repairMarkup(xml);
  const builder = new XmlBuilder(text, options);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, builder);
  tokenizer.write(text);
  tokenizer.end();
  return builder.document();
}

class XmlBuilder implements TokenizerCallbacks {
  readonly #text: string;
  readonly #options: XmlOptions;
  readonly #open: XmlElement[] = [];
  /** Depth of the record in `#open`; 0 outside. */
  #record = 0;
  #root: XmlElement | undefined;
  /** Whether a further root counts, because servers print warnings before the file and scripts after it. */
  #isEmpty = true;
  #isComplete = false;
  readonly #elements = { tree: 0, record: 0 };
  readonly #problems = new Map<string, { line: number; count: number }>();
  readonly #prefixes = new Map<string, string>();
  #line = 1;
  #lineEnd: number;
  #tag: { name: string; attributes: Record<string, string>; at: number } | undefined;
  #attribute = '';
  #value = '';

  constructor(text: string, options: XmlOptions) {
    this.#text = text;
    this.#options = options;
    this.#lineEnd = text.indexOf('\n');
  }

  document(): XmlDocument {
    const problems = [...this.#problems].map(
      ([problem, { line, count }]) => `line ${line}: ${problem}${count > 1 ? ` (${count} times)` : ''}`,
    );
    return { root: this.#root, problems, isComplete: this.#isComplete };
  }

  onopentagname(start: number, end: number): void {
    this.#tag = { name: this.#text.slice(start, end), attributes: {}, at: start };
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#text.slice(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#text.slice(start, end);
  }

  onattribend(_quote: number, end: number): void {
    const { attributes } = this.#tag ?? {};
    const value = this.#decoded(this.#value, end);
    if (attributes && Object.hasOwn(attributes, this.#attribute))
      this.#report(end, `the attribute ${this.#attribute} occurs twice`);
    else if (attributes) attributes[this.#attribute] = value;
    this.#value = '';
  }

  onopentagend(): void {
    this.#openElement();
  }

  onselfclosingtag(): void {
    if (this.#openElement()) this.#close(this.#open.length - 1);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#canonical(this.#text.slice(start, end));
    const at = this.#open.findLastIndex((each) => each.name === name);
    if (at < 0) this.#report(start, `</${name}> closes nothing`);
    else if (at < this.#open.length - 1) this.#report(start, `<${this.#open.at(-1)!.name}> is not closed`);
    if (at >= 0) this.#close(at);
  }

  ontext(start: number, end: number): void {
    this.#append(this.#decoded(this.#text.slice(start, end), start));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.#append(this.#withoutControls(this.#text.slice(start, end - offset), start));
  }

  onend(): void {
    if (this.#root && !this.#isComplete) this.#report(this.#text.length, 'the file is cut off');
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onattribentity(): void {}
  ontextentity(): void {}

  /** False if the element is left out. */
  #openElement(): boolean {
    const { name: written, attributes, at } = this.#tag!;
    this.#declarePrefixes(attributes);
    const name = this.#canonical(written);
    const local = name.slice(name.indexOf(':') + 1);
    const record = this.#record > 0 ? this.#open[this.#record - 1] : undefined;
    // The next record begins in this one, which was not closed.
    if (record?.name === name && attributes.xmlns === undefined) {
      this.#report(at, `<${name}> of line ${record.line} is not closed`);
      this.#close(this.#record - 1);
    }
    const counted = this.#record > 0 ? 'record' : 'tree';
    if (this.#open.length >= MAX_DEPTH || this.#elements[counted] >= MAX_ELEMENTS) {
      this.#report(at, 'too many elements: this one is left out');
      return false;
    }
    const element: XmlElement = { name, local, attributes, children: [], line: this.#lineAt(at) };
    this.#elements[counted] += 1;
    if (this.#open.length === 0 && this.#isEmpty) this.#root = element;
    this.#open.push(element);
    const isRecord = this.#record === 0 && this.#open.length > 1 && this.#options.records?.includes(local);
    if (isRecord) this.#record = this.#open.length;
    else if (this.#open.length > 1) this.#open.at(-2)!.children.push(element);
    if (this.#open.length > 2) this.#isEmpty = false;
    return true;
  }

  /** Closes the open elements from this position. A record among them is complete. */
  #close(at: number): void {
    const record = this.#record > 0 && at < this.#record ? this.#open[this.#record - 1] : undefined;
    const [closed] = this.#open.splice(at);
    if (closed === this.#root) this.#isComplete = true;
    if (!record) return;
    this.#record = 0;
    this.#isEmpty = false;
    this.#elements.record = 0;
    this.#options.onRecord?.(record);
  }

  #append(text: string): void {
    if (text !== '') this.#open.at(-1)?.children.push(text);
  }

  #decoded(text: string, at: number): string {
    if (!text.includes('&')) return this.#withoutControls(text, at);
    const bare = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/i.test(text);
    if (bare) this.#report(at, '& is not written as &amp;');
    const decoded = decodeHTMLStrict(text);
    if (/&(?!amp;|lt;|gt;|quot;|apos;|#)[a-z][\da-z]{1,31};/i.test(text))
      this.#report(at, 'an entity is not defined in XML');
    return this.#withoutControls(decoded, at);
  }

  #withoutControls(text: string, at: number): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these
    const clean = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
    if (clean.length < text.length) this.#report(at, 'a control character is left out');
    return clean;
  }

  #declarePrefixes(attributes: Record<string, string>): void {
    for (const [name, value] of Object.entries(attributes)) {
      const prefix =
        name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : undefined;
      const known = prefix === undefined ? undefined : PREFIXES.get(value);
      if (known !== undefined) this.#prefixes.set(prefix!, known);
    }
  }

  /** Without a prefix, the name is not changed: the root decides the vocabulary. */
  #canonical(written: string): string {
    const colon = written.indexOf(':');
    if (colon < 0) return written;
    const prefix = written.slice(0, colon);
    const known = this.#prefixes.get(prefix) ?? prefix;
    return known === '' ? written.slice(colon + 1) : `${known}:${written.slice(colon + 1)}`;
  }

  #report(at: number, problem: string): void {
    const known = this.#problems.get(problem);
    if (known) known.count += 1;
    else if (this.#problems.size < MAX_PROBLEMS)
      this.#problems.set(problem, { line: this.#lineAt(at), count: 1 });
  }

  /** Offsets mostly grow, so that all lines are counted in one pass. */
  #lineAt(at: number): number {
    while (this.#lineEnd >= 0 && this.#lineEnd < at) {
      this.#line += 1;
      this.#lineEnd = this.#text.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }
}

/** The first child with a local name. */
export function child(element: XmlElement | undefined, local: string): XmlElement | undefined {
  return element && elements(element).find((each) => each.local === local);
}

export function elements({ children }: XmlElement): XmlElement[] {
  return children.filter((each) => typeof each !== 'string');
}

/** Text of the element and of those in it. */
export function textOf({ children }: XmlElement): string {
  return children.map((each) => (typeof each === 'string' ? each : textOf(each))).join('');
}

export function childText(element: XmlElement | undefined, local: string): string | undefined {
  const found = child(element, local);
  return (found && textOf(found).trim()) || undefined;
}
