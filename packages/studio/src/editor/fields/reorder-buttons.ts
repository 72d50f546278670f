/** Reorder buttons: move a list element by one position and keep the focus on it. */
import { html, type TemplateResult } from 'lit';
import { withMoved } from '../settings/draft.ts';
import { icon } from './icons.ts';

interface Movable<Item> {
  /** Id prefix of the buttons. */
  id: string;
  /** Label of the moved element. */
  name: string;
  index: number;
  list: readonly Item[];
  change(list: Item[]): void;
}

export function reorderButtons<Item>({ id, name, index, list, change }: Movable<Item>): TemplateResult {
  const move = (by: 1 | -1) => {
    change(withMoved(list, index, by));
    focusAfterRendering(
      `${id}-${index + by}-${by < 0 ? 'up' : 'down'}`,
      `${id}-${index + by}-${by < 0 ? 'down' : 'up'}`,
    );
  };
  const button = (by: 1 | -1, direction: 'up' | 'down', isEnd: boolean) => html`<button
    type="button" class="square" id="${id}-${index}-${direction}" aria-label="Move ${name} ${direction}, now ${index + 1} of ${list.length}"
    ?disabled=${isEnd} @click=${() => move(by)}>${icon(direction)}</button>`;
  return html`${button(-1, 'up', index === 0)}${button(1, 'down', index === list.length - 1)}`;
}

/** Opens the new entry with this heading and focuses it. */
export function openAfterRendering(id: string): void {
  requestAnimationFrame(() => {
    const heading = document.getElementById(id);
    const box = heading?.closest('details');
    if (box) box.open = true;
    heading?.focus();
  });
}

/** Focuses the first focusable element after the next rendering. */
export function focusAfterRendering(...ids: string[]): void {
  requestAnimationFrame(() => {
    const elements = ids.map((id) => document.getElementById(id));
    // Browsers keep the focus on a disabled element until the next paint.
    elements.find((element) => element && !element.matches(':disabled'))?.focus();
  });
}
