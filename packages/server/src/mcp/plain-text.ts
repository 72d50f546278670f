/** Texts and links of documents for agents, without characters that only a program sees. Pure. */

/** Characters that can spell hidden text: controls, separators, direction marks, needless joiners, tags, selectors in a row. */
const hiddenCharacters =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The text in one line: a line break in a title could imitate another result. */
export function oneLine(text: string): string {
  return text
    .replace(hiddenCharacters, (character) => (breaks.test(character) ? ' ' : ''))
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Replaces hidden characters without changing the length, so that offsets stay valid; keeps line breaks. */
export function blankHidden(text: string): string {
  return text.replace(hiddenCharacters, (character) =>
    /[\n\r\t]/.test(character) ? character : ' '.repeat(character.length),
  );
}

/** The link if it is relative or a web address; empty for others, such as `javascript:`. */
export function webLink(link: string): string {
  const address = oneLine(link);
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(address) ?? [];
  return scheme === undefined || /^https?$/i.test(scheme) ? address.replaceAll(' ', '%20') : '';
}
