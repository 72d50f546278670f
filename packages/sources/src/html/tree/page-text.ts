/** Text and sections of the content of a page, and the text of single elements. */
import type { Section } from '../../source.ts';
import { childElements, type PageElement, type PageNode } from './tree.ts';
import { isHidden } from './visibility.ts';

const BLOCKS = [
  ...['address', 'article', 'aside', 'blockquote', 'body', 'br', 'center', 'dd', 'details', 'dialog', 'div'],
  ...['dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hgroup', 'hr', 'html', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'search'],
  ...['section', 'summary', 'table', 'caption', 'tbody', 'tfoot', 'thead', 'tr', 'ul', 'text'],
];
/** Elements that styles separate visually from the text next to them. */
const BOXES = ['td', 'th', 'button', 'label', 'option', 'input', 'select', 'textarea', 'legend', 'slot'];
/** White space around the text of an element, by its name. */
const SEPARATORS = new Map([
  ...BLOCKS.map((name) => [name, '\n'] as const),
  ...BOXES.map((name) => [name, ' '] as const),
]);
const MAX_WEIGHT = 10;
/** Length in UTF-16 units. Longer texts are cut; sections that begin later are left out. */
export const MAX_TEXT_LENGTH = 1_000_000;
const MAX_SECTIONS = 1000;
/** Longer headings are cut, and headings with longer anchors do not become sections. */
const MAX_HEADING_LENGTH = 1000;
/** Limits for the text of one element. Otherwise, the texts of nested elements would take quadratic time. */
const VALUE_LIMITS: TextLimits = { maxNodes: 2000, maxLength: 10_000 };
/** Maximum number of elements and texts, and length in UTF-16 units; the rest is left out. */
type TextLimits = { maxNodes: number; maxLength: number };
/** A section by the offsets of its heading. Its text is cut once the page's text is complete, to save copies. */
type SectionOffsets = Omit<Section, 'heading' | 'text'> & { headingStart: number; headingEnd: number };

/** Texts of the elements, in order, without the ignored elements in them. */
export function pageText(
  contents: readonly PageElement[],
  isIgnored: (element: PageElement) => boolean,
  { maxNodes, maxLength }: TextLimits = { maxNodes: Infinity, maxLength: MAX_TEXT_LENGTH },
): { text: string; sections: Section[] } {
  const buffer = new TextBuffer();
  const offsets: SectionOffsets[] = [];
  const hasWord = wordFinder();
  const isAnchorMark = (child: PageElement) =>
    child.name === 'a' && child.attribs.href?.includes('#') && !hasWord(child);
  let nodes = 0;

  function walk(element: PageElement, inherited: { weight: number; keepsLines: boolean }): void {
    const { name } = element;
    const separator = SEPARATORS.get(name);
    if (separator) buffer.separate(separator);
    const weight = weightOf(element) ?? inherited.weight;
    const keepsLines = inherited.keepsLines || name === 'pre';
    const level = name.length === 2 && /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
    const headingStart = buffer.text.length;
    let previous: PageNode = '';
    for (const child of element.children) {
      nodes += 1;
      if (nodes > maxNodes || buffer.text.length > maxLength) break;
      if (typeof child === 'string') {
        // Soft hyphens would split words.
        const shownText = child.slice(0, maxLength).replaceAll('\u00ad', '');
        if (keepsLines) buffer.addLines(shownText);
        else buffer.add(shownText);
      } else if (!isHidden(child) && !isIgnored(child) && !isAnchorMark(child)) {
        if (isSeparate(child, previous)) buffer.separate(' ');
        walk(child, { weight, keepsLines });
      }
      previous = child;
    }
    if (level > 0) addSection(element, level, weight, headingStart);
    if (separator) buffer.separate(separator);
  }

  function addSection(element: PageElement, level: number, weight: number, headingStart: number): void {
    const anchor = anchorOf(element);
    const headingEnd = buffer.text.length;
    if (anchor === undefined || anchor.length > MAX_HEADING_LENGTH || headingEnd === headingStart) return;
    offsets.push({ anchor, level, weight: (8 - level) * weight, headingStart, headingEnd });
  }

  for (const content of contents) {
    buffer.separate('\n');
    walk(content, { weight: 1, keepsLines: false });
  }
  const text = buffer.text.slice(0, maxLength);
  return { text, sections: sectionsOf(text, offsets) };
}

function sectionsOf(text: string, offsets: readonly SectionOffsets[]): Section[] {
  const complete = offsets.filter(({ headingEnd }) => headingEnd <= text.length).slice(0, MAX_SECTIONS);
  return complete.map(({ headingStart, headingEnd, ...section }, index) => {
    // A separator may precede the heading. It is cut before trimming, because nested headings may all be long.
    const heading = text.slice(headingStart, Math.min(headingEnd, headingStart + 1 + MAX_HEADING_LENGTH));
    const end = complete[index + 1]?.headingStart ?? text.length;
    return {
      ...section,
      heading: heading.trim().slice(0, MAX_HEADING_LENGTH).replaceAll('\n', ' '),
      text: text.slice(headingEnd, end).trim(),
    };
  });
}

/** The text of one element on one line, cut at 10,000 UTF-16 units. */
export function elementText(element: PageElement): string {
  return pageText([element], () => false, VALUE_LIMITS).text.replaceAll('\n', ' ');
}

/** Whether styles separate an element from the text before it, such as adjacent links and icons. */
function isSeparate({ name, attribs, children }: PageElement, previous: PageNode): boolean {
  if (name === 'a') return typeof previous !== 'string' && previous.name === 'a';
  return (name === 'span' || name === 'i') && children.length === 0 && attribs.class !== undefined;
}

/** The weight that an element declares, if it is a number from 0. */
function weightOf({ attribs }: PageElement): number | undefined {
  const weightText = attribs['data-search-weight'] ?? attribs['data-pagefind-weight'];
  if (weightText === undefined || weightText.trim() === '') return undefined;
  const weight = Number(weightText);
  return weight >= 0 ? Math.min(weight, MAX_WEIGHT) : undefined;
}

/** Returns whether an element shows a letter or digit, unlike the link of a heading or definition to itself. Looks at each node once. */
function wordFinder(): (element: PageElement) => boolean {
  const results = new Map<PageElement, boolean>();
  const hasWord = (element: PageElement): boolean => {
    const result = results.get(element) ?? element.children.some(isWord);
    results.set(element, result);
    return result;
  };
  const isWord = (child: PageNode): boolean =>
    typeof child === 'string' ? /[\p{L}\p{N}]/u.test(child) : !isHidden(child) && hasWord(child);
  return hasWord;
}

/** The `id` of the heading, of an anchor inside it, or of a container that starts with it. */
function anchorOf(heading: PageElement): string | undefined {
  if (heading.attribs.id) return heading.attribs.id;
  const idOf = ({ name, attribs }: PageElement) => attribs.id || (name === 'a' && attribs.name);
  const anchors = childElements(heading).map(idOf);
  const { parent } = heading;
  const isFirst = parent?.children.find((child) => typeof child !== 'string') === heading;
  return anchors.find(Boolean) || (isFirst && parent?.attribs.id) || undefined;
}

/** White space that must be collapsed; most texts have single spaces only, which need no change. */
const UNUSUAL_SPACE = /[^\S ]| {2}/;

/** Text of a page under construction: white space collapses, block elements start lines. */
class TextBuffer {
  text = '';
  /** White space to write before the next word. */
  #pending: '' | ' ' | '\n' = '';

  add(addedText: string): void {
    const core = addedText.trim();
    if (core === '') {
      if (addedText !== '') this.separate(' ');
      return;
    }
    if (addedText[0] !== core[0]) this.separate(' ');
    const words = UNUSUAL_SPACE.test(core) ? core.replace(/\s+/g, ' ') : core;
    this.text += this.text === '' ? words : this.#pending + words;
    this.#pending = addedText.at(-1) === core.at(-1) ? '' : ' ';
  }

  /** Adds text whose line breaks stay, as in `pre`. */
  addLines(addedText: string): void {
    for (const [index, line] of addedText.split('\n').entries()) {
      if (index > 0) this.separate('\n');
      this.add(line);
    }
  }

  /** Writes this separator before the next text; a line break prevails over a space. */
  separate(separator: ' ' | '\n'): void {
    if (this.#pending !== '\n') this.#pending = separator;
  }
}
