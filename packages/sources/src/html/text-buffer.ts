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

  /** Later texts begin after this separator; a line break prevails over a space. */
  separate(separator: ' ' | '\n'): void {
    if (this.#pending !== '\n') this.#pending = separator;
  }
}
