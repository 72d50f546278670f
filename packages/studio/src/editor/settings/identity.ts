/** Identities of list elements: a changed element is a new object, but keeps its place in the form. */
import { type Path, valueAt } from './draft.ts';
import { isObject } from './schema.ts';

/** First version of an object by its later versions. */
const identities = new WeakMap<object, object>();

/** Key of a list element, which is the same for all versions of the element. */
export const identityOf = (element: object): object => identities.get(element) ?? element;

function keep(previous: unknown, next: unknown): void {
  if (isObject(previous) && isObject(next) && previous !== next) identities.set(next, identityOf(previous));
}

/** Keeps the identity of all containers on the path of the changed value. */
export function keepIdentitiesAlong(path: Path, previous: unknown, next: unknown): void {
  for (let length = 1; length <= path.length; length++) {
    const container = path.slice(0, length);
    keep(valueAt(previous, container), valueAt(next, container));
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
