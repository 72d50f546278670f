/**
 * Stable identities of list elements across immutable updates.
 *
 * Settings are replaced with every change and save; the identity keeps an element's box open and focused.
 */
import { type Path, valueAt } from './draft.ts';
import { isObject } from './schema.ts';

const identities = new WeakMap<object, object>();

export const identityOf = (element: object): object => identities.get(element) ?? element;

function keep(previous: unknown, next: unknown): void {
  if (isObject(previous) && isObject(next) && previous !== next) identities.set(next, identityOf(previous));
}

/** Keeps the identity of all containers on the path of the changed value. */
export function keepIdentitiesAlong(path: Path, previous: unknown, next: unknown): void {
  for (let length = 1; length <= path.length; length++) {
    const part = path.slice(0, length);
    keep(valueAt(previous, part), valueAt(next, part));
  }
}

/** Keeps the identity of elements that the server returns at the same position. */
export function keepIdentities(previous: unknown, next: unknown): void {
  if (Array.isArray(previous) && Array.isArray(next)) {
    for (const [index, element] of next.entries())
      if (isObject(element) && previous[index]?.uri === element.uri) keep(previous[index], element);
  } else if (isObject(previous) && isObject(next)) {
    for (const [name, member] of Object.entries(next)) keepIdentities(previous[name], member);
  }
}
