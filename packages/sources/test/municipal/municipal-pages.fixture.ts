/** Pages of a file in a short notation for headings, lists, tables and closed details. */

export interface Category {
  id: string;
  title: string;
  pages: Page[];
}

export interface Page {
  slug: string;
  title: string;
  /** Content below the main heading; addresses of links are slugs. */
  html: string;
}

/**
 * A line begins with `@` (identifier and title of a category), `=` (slug of a page; its title is the next line), `#` (heading),
 * `-` (list item), `|` (table row, the first one of the header) or `?` (question and answer). Others are paragraphs.
 */
export function readPages(text: string): Category[] {
  return text
    .split(/^@ /m)
    .slice(1)
    .map((part) => {
      const [head, ...pages] = part.split(/^= /m) as [string, ...string[]];
      const [, id, title] = /^(\S+) (.+)/.exec(head)! as unknown as [string, string, string];
      return { id, title, pages: pages.map(readPage) };
    });
}

function readPage(part: string): Page {
  const [slug, title, ...lines] = part.trim().split('\n') as [string, string, ...string[]];
  const blocks: { mark: string; lines: string[] }[] = [];
  for (const line of lines) {
    const mark = /^[#|?-](?= )/.exec(line)?.[0] ?? '';
    const content = inline(mark ? line.slice(2) : line);
    const last = blocks.at(-1);
    if (last?.mark === mark && (mark === '-' || mark === '|')) last.lines.push(content);
    else blocks.push({ mark, lines: [content] });
  }
  return { slug, title, html: blocks.map(({ mark, lines }) => render(mark, lines)).join('\n') };
}

function render(mark: string, lines: string[]): string {
  const [first] = lines as [string];
  if (mark === '#') return `<h2 id="${idOf(first)}">${first}</h2>`;
  if (mark === '-') return `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  if (mark === '|') return `<table>${lines.map((line, index) => row(line, index === 0)).join('')}</table>`;
  if (mark !== '?') return `<p>${first}</p>`;
  const [question, response] = first.split(' :: ');
  return `<details><summary>${question}</summary><p>${response}</p></details>`;
}

function row(line: string, isHeader: boolean): string {
  const cell = isHeader ? 'th' : 'td';
  const cells = line.split(' | ').map((each) => `<${cell}>${each}</${cell}>`);
  return `<tr>${cells.join('')}</tr>`;
}

const inline = (line: string) =>
  line.replaceAll('&', '&amp;').replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
