/** Keyboard shortcuts of a search: `/` and Ctrl or ⌘ K focus its search box. */
import { closestAcrossShadowRoots } from '../locale/element-language.ts';
import type { SearchHost } from '../store/search-context.ts';

const textFields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=range]), [role=textbox]';

/** Listener for `keydown`. Of several searches in the page, the first visible one handles the shortcut; in its box, the shortcut closes its dialog. */
export function focusByShortcut(host: SearchHost, event: KeyboardEvent): void {
  if (host.noShortcut || event.defaultPrevented || event.isComposing || event.altKey) return;
  const isShortcut = event.ctrlKey || event.metaKey ? isLetterKey(event, 'k') : event.key === '/';
  if (!isShortcut || isHandledByTarget(event) || !host.checkVisibility()) return;
  // The shortcut does not open a search over a modal dialog of the page.
  if (document.querySelector(':modal') && !closestAcrossShadowRoots(host, ':modal')) return;
  event.preventDefault();
  const isInBox = host.shadowRoot?.activeElement?.localName === 'semantic-search-box';
  if (isInBox && event.key !== '/') host.close();
  else host.focus();
}

/** Whether the key has this Latin letter, or a letter of a Cyrillic, Greek, Arabic or other layout in its place. */
export const isLetterKey = ({ key, code }: KeyboardEvent, letter: string): boolean =>
  key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && /\P{ASCII}/u.test(key));

/** Whether a field needs the character, or an editor uses Ctrl or ⌘ K for links. */
const isHandledByTarget = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .filter((target) => target instanceof HTMLElement)
    .some((element) => element.isContentEditable || (event.key === '/' && isTextField(element)));

/** Whether an element needs the character. A focused element with a closed shadow root may contain a text field. */
const isTextField = (element: HTMLElement): boolean =>
  element.matches(textFields) ||
  (element.localName.includes('-') && element.matches(':focus') && !element.shadowRoot);
