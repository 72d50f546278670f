/** Browser driver interface, independent of the protocol. */
import { setTimeout as pause } from 'node:timers/promises';

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

/** Center of the element once it stays in place for 150 ms; for wrapped text, the center of the first line. */
export async function middleOf(read: Driver['read'], expression: string): Promise<Place> {
  const scrollAndMeasure = `((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getClientRects()[0];
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  })(${expression})`;
  let place = (await read(scrollAndMeasure)) as Place;
  for (let unmoved = 0, turn = 0; unmoved < 3; turn++) {
    if (turn === 50) throw new Error(`moves all the time: ${expression}`);
    await pause(50);
    const earlier = place;
    place = (await read(scrollAndMeasure)) as Place;
    unmoved = place.x === earlier.x && place.y === earlier.y ? unmoved + 1 : 0;
  }
  return place;
}

interface Place {
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
