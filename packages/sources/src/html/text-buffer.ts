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
      if (data !== '') this.space();
      return;
    }
    if (!data.startsWith(core[0]!)) this.space();
    if (this.text !== '') this.text += this.#pending;
    this.text += UNUSUAL_SPACE.test(core) ? core.replace(/\s+/g, ' ') : core;
    this.#pending = data.endsWith(core.at(-1)!) ? '' : ' ';
  }

  space(): void {
    if (this.#pending === '') this.#pending = ' ';
  }

  line(): void {
    this.#pending = '\n';
  }
}
