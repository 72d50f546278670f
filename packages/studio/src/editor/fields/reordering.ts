/** Reordering of a list: buttons that keep the focus, and drag and drop with a pointer. */
import { html, type TemplateResult } from 'lit';
import { withMoved, withMovedTo } from '../settings/draft.ts';
import { icon } from './field.ts';

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

interface DraggedList<Item> {
  /** Distinguishes the lists of the page. */
  id: string;
  list: readonly Item[];
  change(list: Item[]): void;
}

/** Event listeners of the handle, and of the element on which another one can be dropped. */
export function dragAndDrop<Item>({ id, list, change }: DraggedList<Item>, index: number) {
  // Only the types are readable during a drag, so the type names the list. Browsers lower its case.
  const type = `application/x-${id.toLowerCase()}`;
  const mark = (event: DragEvent, isTarget: boolean) =>
    (event.currentTarget as Element).classList.toggle('drop-target', isTarget);
  return {
    start(event: DragEvent): void {
      const element = (event.currentTarget as Element).closest('li');
      if (!event.dataTransfer || !element) return;
      event.dataTransfer.setData(type, `${index}`);
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setDragImage(element, 8, 8);
    },
    over(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes(type)) return;
      event.preventDefault();
      mark(event, true);
    },
    leave: (event: DragEvent): void => void mark(event, false),
    drop(event: DragEvent): void {
      mark(event, false);
      const from = event.dataTransfer?.getData(type);
      if (!from) return;
      event.preventDefault();
      if (Number(from) !== index) change(withMovedTo(list, Number(from), index));
    },
  };
}
