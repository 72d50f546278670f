/** Backdrop click detection for dialogs; ignores text selections dragged outside. */

let pressed: EventTarget | null = null;

/** Listener for `pointerdown` on the dialog. */
export const trackPointerdown = ({ target }: Event): void => {
  pressed = target;
};

/** Listener for `click` on the dialog. */
export const isBackdropClick = ({ target, currentTarget }: Event): boolean =>
  target === currentTarget && pressed === target;
