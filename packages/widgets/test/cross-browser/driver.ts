/** Browser driver interface, independent of the protocol. */
export interface Driver {
  name: string;
  goTo(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its JSON value. */
  read(expression: string): Promise<unknown>;
  /** Types text or presses a key of `keyCodes`. */
  press(...keys: string[]): Promise<void>;
  /** Clicks the center of the element that the expression returns. */
  click(expression: string): Promise<void>;
  close(): Promise<void>;
}

/** An expression that scrolls to the element and returns its center; for wrapped text, that of the first line. */
export const middleOf = (expression: string): string => `((element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getClientRects()[0];
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
})(${expression})`;

export interface Place {
  x: number;
  y: number;
}

/** Code points of keys without a character (WebDriver, section 15.4.1). */
export const keyCodes: Record<string, string> = {
  enter: '\uE007',
  escape: '\uE00C',
  down: '\uE015',
  home: '\uE011',
  backspace: '\uE003',
  tab: '\uE004',
};
