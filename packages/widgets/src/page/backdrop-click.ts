/** Whether a press means to close a dialog: it begins and ends beside what the dialog shows. A selection that is dragged out of it does not. */

let pressed: EventTarget | null = null;

/** For `pointerdown` on the dialog. */
export const pressing = ({ target }: Event): void => {
  pressed = target;
};

/** For `click` on it. */
export const isBeside = ({ target, currentTarget }: Event): boolean =>
  target === currentTarget && pressed === target;
