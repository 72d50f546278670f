/** Rules for clicks and keys: links in another tab, backdrops of dialogs, links that act as buttons. */

/** Whether the click opens another tab or window. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** Ignores the second click of a double click after the first one has changed what is at its place; its press takes no focus. */
export function ignoreSecondClick(): void {
  for (const type of ['mousedown', 'click'] as const)
    addEventListener(type, stop, { capture: true, once: true });
}

function stop(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The target of the newest `pointerdown` on a dialog. */
let pressed: EventTarget | null = null;

/** Listener for `pointerdown` on a dialog. */
export const trackPointerdown = ({ target }: Event): void => {
  pressed = target;
};

/** Whether a `click` on a dialog began and ended on its backdrop, unlike a selection of text that ends there. */
export const isBackdropClick = ({ target, currentTarget }: Event): boolean =>
  target === currentTarget && pressed === target;

/** Listener for `keydown` that makes its own element, or an `<a>` without `href` in it, work like a button. */
export function pressWithKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const isButton = target === event.currentTarget || target.matches('a[role=button]');
  if (!isButton || !['Enter', ' '].includes(event.key)) return;
  event.preventDefault();
  target.click();
}
