/** Backdrop click detection for dialogs; ignores text selections dragged outside. */

let pressed: EventTarget | null = null;

/** For `pointerdown` on the dialog. */
export const pressing = ({ target }: Event): void => {
  pressed = target;
};

/** For `click` on it. */
export const isBeside = ({ target, currentTarget }: Event): boolean =>
  target === currentTarget && pressed === target;
