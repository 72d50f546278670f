/** Text of a page under construction: white space collapses, block elements start lines. */

/** White space that has to be replaced: most texts have single spaces only. */
const UNUSUAL_SPACE = /[^\S ]| {2}/;

export class TextBuffer {
  text = '';
  /** White space to write before the next word. */
  #pending: '' | ' ' | '\n' = '';

  add(data: string): void {
    const core = data.trim();
    if (core === '') {
      if (data !== '') this.separate(' ');
      return;
    }
    if (data[0] !== core[0]) this.separate(' ');
    const words = UNUSUAL_SPACE.test(core) ? core.replace(/\s+/g, ' ') : core;
    this.text += this.text === '' ? words : this.#pending + words;
    this.#pending = data.at(-1) === core.at(-1) ? '' : ' ';
  }

  /** Line breaks stay, as in `pre`. */
  addLines(data: string): void {
    for (const [index, line] of data.split('\n').entries()) {
      if (index > 0) this.separate('\n');
      this.add(line);
    }
  }

  /** Later texts begin after this separator; a line break prevails over a space. */
  separate(separator: ' ' | '\n'): void {
    if (this.#pending !== '\n') this.#pending = separator;
  }
}

const BRACKETS = /\[[^[\]]+\]/g;
const MAX_SHORTCODE_LENGTH = 1000;

/**
 * Removes shortcodes of a CMS such as `[gallery ids="1,2"]`, which stay when their plug-in is gone: closing ones, those with an
 * attribute, and those with a closing one. `[sic]` and `[1]` are text.
 */
export function withoutShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  const closed = new Set(
    (text.match(BRACKETS) ?? []).filter((each) => each[1] === '/').map((each) => each.slice(2, -1)),
  );
  return text.replace(BRACKETS, (brackets) => {
    if (brackets.length > MAX_SHORTCODE_LENGTH) return brackets;
    const content = brackets.slice(1, -1);
    const [name = ''] = content.split(' ', 1);
    const isShortcode =
      (name.startsWith('/') && isName(name.slice(1))) ||
      (isName(name) && (content.includes('=') || closed.has(name)));
    return isShortcode ? ' ' : brackets;
  });
}

function isName(word: string): boolean {
  return /^[a-z][\w-]*$/i.test(word);
}
