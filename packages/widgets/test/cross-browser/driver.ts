/** Browser driver interface, independent of the protocol. */
export interface Driver {
  name: string;
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON. */
  read(expression: string): Promise<unknown>;
  /** Keys as a person presses them: text, or one of `enter escape down tab`. */
  press(...keys: string[]): Promise<void>;
  /** The pointer on the middle of the element that an expression names, and a click. */
  click(expression: string): Promise<void>;
  close(): Promise<void>;
}

/** An expression for the place to click: scrolls there first. In a text of several lines it is on the first. */
export const middleOf = (expression: string): string => `((element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getClientRects()[0];
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
})(${expression})`;

export interface Place {
  x: number;
  y: number;
}

/** WebDriver's own characters for keys without one (WebDriver, section 15.4.1). */
export const keyCodes: Record<string, string> = {
  enter: '\uE007',
  escape: '\uE00C',
  down: '\uE015',
  tab: '\uE004',
};
