/**
 * Stable identities of list elements across immutable updates.
 *
 * Settings are replaced with every change and save; the identity keeps an element's box open and focused.
 */
import { type Path, valueAt } from './draft.ts';
import { isMembers } from './schema.ts';

const identities = new WeakMap<object, object>();

export const identityOf = (element: object): object => identities.get(element) ?? element;

function keep(former: unknown, next: unknown): void {
  if (isMembers(former) && isMembers(next) && former !== next) identities.set(next, identityOf(former));
}

/** Keeps the identity of all containers on the path of the changed value. */
export function keepAlong(path: Path, former: unknown, next: unknown): void {
  for (let length = 1; length <= path.length; length++) {
    const part = path.slice(0, length);
    keep(valueAt(former, part), valueAt(next, part));
  }
}

/** Keeps the identity of elements that the server returns at the same position. */
export function keepSame(former: unknown, next: unknown): void {
  if (Array.isArray(former) && Array.isArray(next)) {
    for (const [index, element] of next.entries())
      if (isMembers(element) && former[index]?.uri === element.uri) keep(former[index], element);
  } else if (isMembers(former) && isMembers(next)) {
    for (const [name, member] of Object.entries(next)) keepSame(former[name], member);
  }
}
