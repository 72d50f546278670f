/** Removal of CMS shortcodes such as `[gallery ids="1,2"]`, which stay when their plug-in is gone. */

const BRACKETS = /\[[^[\]]+\]/g;
const MAX_SHORTCODE_LENGTH = 1000;

/** Removes closing shortcodes, those with an attribute, and those with a closing one. `[sic]` and `[1]` are text. */
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
