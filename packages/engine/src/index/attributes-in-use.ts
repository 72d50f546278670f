/** Attributes by name that have a value in at least one live document. */
import { getOrInsert } from '@semantic-search/query/util';
import type { AttributeRegistry, Attributes, LiteralAttribute, NumberAttribute } from './attributes.ts';
import type { SegmentReader } from './index-reader.ts';
import type { LiteralColumn, NumberColumn } from './segment.ts';

/** Worked out where it is asked for: a space may have many attributes. */
export function attributesInUse(parts: readonly SegmentReader[], all: AttributeRegistry): Attributes {
  const isUsed = (attribute: LiteralAttribute | NumberAttribute | undefined, kind: keyof Used) =>
    attribute !== undefined && parts.some((part) => usedIn(part)[kind].has(attribute.number));
  const literal = (found?: LiteralAttribute) => (isUsed(found, 'literals') ? found : undefined);
  const number = (found?: NumberAttribute) => (isUsed(found, 'numbers') ? found : undefined);
  return {
    get literals() {
      return all.literals.filter(literal).sort(byName);
    },
    get numbers() {
      return all.numbers.filter(number).sort(byName);
    },
    literal: (name) => literal(all.literal(name)),
    number: (name) => number(all.numberOfKind(name, 'number')) ?? number(all.numberOfKind(name, 'date')),
    all,
  };
}

/** Their numbers tell in which order they came, which nobody is to see. */
function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}

/** Numbers of attributes. */
interface Used {
  literals: Set<number>;
  numbers: Set<number>;
}

const known = new WeakMap<SegmentReader, Used>();

/** Worked out once: a part never changes. */
function usedIn(part: SegmentReader): Used {
  return getOrInsert(known, part, () => {
    const { literals, numbers } = part.segment;
    const inUse = (columns: readonly (LiteralColumn | NumberColumn)[], none: number) =>
      new Set(columns.filter((each) => isInUse(each, part, none)).map(({ attribute }) => attribute));
    return { literals: inUse(literals, 0), numbers: inUse(numbers, Number.NaN) };
  });
}

/** True where a document that is not deleted has a value; mostly the first does. */
function isInUse(
  { starts, values }: LiteralColumn | NumberColumn,
  part: SegmentReader,
  none: number,
): boolean {
  for (let document = 0; document < part.segment.size; document++) {
    if (part.deleted?.[document] === 1) continue;
    if (starts ? starts[document + 1]! > starts[document]! : !Object.is(values[document], none)) return true;
  }
  return false;
}
