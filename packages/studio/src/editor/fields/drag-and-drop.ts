/** Drag and drop of list elements with a pointer; by keyboard, the reorder buttons do the same. */
import { withMovedTo } from '../settings/draft.ts';

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
