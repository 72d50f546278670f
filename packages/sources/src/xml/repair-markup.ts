/** Repairs of XML before it is tokenized: `<` in a text, and CDATA sections that are not closed. */

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/** Line ends stay where they are. Linear in the length. */
export function repairMarkup(xml: string): string {
  const parts: string[] = [];
  const find = forwardFinder(xml);
  let at = 0;
  for (let begin = xml.indexOf(CDATA); begin >= 0; begin = xml.indexOf(CDATA, at)) {
    parts.push(escapeText(xml.slice(at, begin)));
    const end = find(CDATA_END, begin);
    const name = elementBefore(xml, begin);
    const close = name === undefined ? -1 : find(`</${name}`, begin);
    // The section of an element whose end tag is in it was not closed.
    const isOpen = close >= 0 && (end < 0 || close < end);
    at = isOpen ? close : end < 0 ? xml.length : end + CDATA_END.length;
    parts.push(isOpen ? `${xml.slice(begin, at)}${CDATA_END}` : xml.slice(begin, at));
  }
  return [...parts, escapeText(xml.slice(at))].join('');
}

function escapeText(text: string): string {
  return text.replace(/<(?![\p{L}_:!?/])/gu, '&lt;');
}

/** Name of the element whose start tag ends here. */
function elementBefore(xml: string, at: number): string | undefined {
  const tag = xml.slice(Math.max(0, at - 500), at);
  return /^<([\p{L}_][\w:.-]*)(?:\s[^<>]*)?>\s*$/u.exec(tag.slice(tag.lastIndexOf('<')))?.[1];
}

/** `indexOf` for growing positions: what is not found, or found further on, is not looked for again. */
function forwardFinder(text: string): (searched: string, from: number) => number {
  const found = new Map<string, number>();
  return (searched, from) => {
    const known = found.get(searched);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const at = text.indexOf(searched, from);
    found.set(searched, at);
    return at;
  };
}
