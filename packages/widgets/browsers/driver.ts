/** What a visit needs of a browser, whatever protocol it speaks. */
export interface Driver {
  name: string;
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON. */
  read(expression: string): Promise<unknown>;
  /** Keys as a person presses them: text, or one of `enter escape down tab`. */
  press(...keys: string[]): Promise<void>;
  close(): Promise<void>;
}

/** WebDriver's own characters for keys without one (WebDriver, section 15.4.1). */
export const keyCodes: Record<string, string> = {
  enter: '\uE007',
  escape: '\uE00C',
  down: '\uE015',
  tab: '\uE004',
};
