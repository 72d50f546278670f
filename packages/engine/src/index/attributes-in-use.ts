/** Attributes by name that have a value in at least one live document. */
import type { Attributes, LiteralAttribute, NumberAttribute } from './attributes.ts';
import type { SegmentReader } from './reader.ts';
import type { LiteralColumn, NumberColumn } from './segment.ts';

/** Evaluated lazily, because a space may have many attributes. */
export function attributesInUse(segments: readonly SegmentReader[], all: Attributes): Attributes {
  const isUsed = (attribute: LiteralAttribute | NumberAttribute | undefined, kind: keyof AttributeNumbers) =>
    attribute !== undefined && segments.some((reader) => reader.attributes[kind].has(attribute.number));
  const literal = (found?: LiteralAttribute) => (isUsed(found, 'literals') ? found : undefined);
  const number = (found?: NumberAttribute) => (isUsed(found, 'numbers') ? found : undefined);
  const numberOfKind = (name: string, kind: NumberAttribute['kind']) => number(all.numberOfKind(name, kind));
  return {
    get literals() {
      return all.literals.filter(literal).sort(byName);
    },
    get numbers() {
      return all.numbers.filter(number).sort(byName);
    },
    literal: (name) => literal(all.literal(name)),
    number: (name) => numberOfKind(name, 'number') ?? numberOfKind(name, 'date'),
    numberOfKind,
  };
}

/** Sorting by name hides the order in which documents introduced the attributes. */
function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}

export interface AttributeNumbers {
  literals: Set<number>;
  numbers: Set<number>;
}

export function attributesOfSegment(reader: SegmentReader): AttributeNumbers {
  const { literals, numbers } = reader.segment;
  const inUse = (columns: readonly (LiteralColumn | NumberColumn)[]) =>
    new Set(columns.filter((column) => isInUse(column, reader)).map(({ attribute }) => attribute));
  return { literals: inUse(literals), numbers: inUse(numbers) };
}

/** True if a live document has a value. Usually the first one does, so the scan is short. */
function isInUse({ starts }: LiteralColumn | NumberColumn, { segment, deleted }: SegmentReader): boolean {
  for (let document = 0; document < segment.size; document++)
    if (starts[document + 1]! > starts[document]! && deleted?.[document] !== 1) return true;
  return false;
}
