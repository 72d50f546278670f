/** Buttons that move an element of a list one place, by keyboard or pointer; the focus goes along with it. */
import { html, type TemplateResult } from 'lit';
import { moved } from '../draft.ts';

export interface Movable<Item> {
  /** Of the list: ids of buttons are made from it. */
  id: string;
  /** What is moved, in words. */
  name: string;
  index: number;
  list: readonly Item[];
  change(list: Item[]): void;
}

export function movers<Item>({ id, name, index, list, change }: Movable<Item>): TemplateResult {
  const move = (by: 1 | -1) => {
    change(moved(list, index, by));
    focusSoon(
      `${id}-${index + by}-${by < 0 ? 'up' : 'down'}`,
      `${id}-${index + by}-${by < 0 ? 'down' : 'up'}`,
    );
  };
  const button = (by: 1 | -1, direction: 'up' | 'down', isEnd: boolean, arrow: string) => html`<button
    type="button" class="square" id="${id}-${index}-${direction}" aria-label="Move ${name} ${direction}, now ${index + 1} of ${list.length}"
    ?disabled=${isEnd} @click=${() => move(by)}>${arrow}</button>`;
  return html`${button(-1, 'up', index === 0, '↑')}${button(1, 'down', index === list.length - 1, '↓')}`;
}

/** Opens the new box whose heading this is, and puts the focus there. */
export function openSoon(id: string): void {
  requestAnimationFrame(() => {
    const heading = document.getElementById(id);
    const box = heading?.closest('details');
    if (box) box.open = true;
    heading?.focus();
  });
}

/** The first of these elements that can have the focus gets it, once what was changed is on the page. */
export function focusSoon(...ids: string[]): void {
  requestAnimationFrame(() => {
    const elements = ids.map((id) => document.getElementById(id));
    // A browser lets one that is disabled keep the focus until it paints.
    elements.find((element) => element && !element.matches(':disabled'))?.focus();
  });
}
