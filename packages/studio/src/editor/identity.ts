/**
 * Who an element of a list is: settings are replaced with each change and each saving, but on the page an element keeps
 * its box, open as it was and with the focus in it.
 */
import { type Path, valueAt } from './draft.ts';
import { isMembers } from './schema.ts';

const identities = new WeakMap<object, object>();

export const identityOf = (element: object): object => identities.get(element) ?? element;

function keep(former: unknown, next: unknown): void {
  if (isMembers(former) && isMembers(next) && former !== next) identities.set(next, identityOf(former));
}

/** All on the way to the value that was changed are who they were. */
export function keepAlong(path: Path, former: unknown, next: unknown): void {
  for (let length = 1; length <= path.length; length++) {
    const part = path.slice(0, length);
    keep(valueAt(former, part), valueAt(next, part));
  }
}

/** What comes from the service is who it was where it names the same in the same place. */
export function keepSame(former: unknown, next: unknown): void {
  if (Array.isArray(former) && Array.isArray(next)) {
    for (const [index, element] of next.entries())
      if (isMembers(element) && former[index]?.uri === element.uri) keep(former[index], element);
  } else if (isMembers(former) && isMembers(next)) {
    for (const [name, member] of Object.entries(next)) keepSame(former[name], member);
  }
}
