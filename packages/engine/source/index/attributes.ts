/** The attributes that documents have, and the values of the textual ones, by number. Append-only. */
import type { PackedTexts } from '../thesaurus/packed.ts';
import { StringTable } from './string-table.ts';

export interface LiteralAttribute {
  number: number;
  name: string;
  /** Those of documents that are being written may be among them. */
  values: StringTable;
}

/** What has dates in some documents and numbers in others is two attributes of one name. */
export interface NumberAttribute {
  number: number;
  name: string;
  kind: 'number' | 'date';
}

export interface AttributesData {
  literals: { name: string; values: PackedTexts }[];
  numbers: { name: string; kind: 'number' | 'date' }[];
}

/** Attributes by their names. */
export interface Attributes {
  readonly literals: readonly LiteralAttribute[];
  readonly numbers: readonly NumberAttribute[];
  literal(name: string): LiteralAttribute | undefined;
  /** That of numbers where there is one of numbers and one of dates. */
  number(name: string): NumberAttribute | undefined;
}

export class GrowingAttributes implements Attributes {
  readonly literals: LiteralAttribute[];
  readonly numbers: NumberAttribute[];
  // Documents may bring many attributes: each value looks its own up.
  readonly #literalsByName: Map<string, LiteralAttribute>;
  readonly #numbersByName: Record<NumberAttribute['kind'], Map<string, NumberAttribute>>;
  #latest: Attributes | undefined;

  constructor(data?: AttributesData) {
    this.literals = (data?.literals ?? []).map(({ name, values }, number) => {
      return { number, name, values: new StringTable(values) };
    });
    this.numbers = (data?.numbers ?? []).map(({ name, kind }, number) => ({ number, name, kind }));
    this.#literalsByName = new Map(this.literals.map((attribute) => [attribute.name, attribute]));
    this.#numbersByName = { number: new Map(), date: new Map() };
    for (const attribute of this.numbers) this.#numbersByName[attribute.kind].set(attribute.name, attribute);
  }

  literal(name: string): LiteralAttribute | undefined {
    return this.#literalsByName.get(name);
  }

  number(name: string): NumberAttribute | undefined {
    return this.#numbersByName.number.get(name) ?? this.#numbersByName.date.get(name);
  }

  /** Those added up to now; what comes later is not among them. The same as before where nothing came. */
  now(): Attributes {
    const { literals, numbers } = this.#latest ?? { literals: [], numbers: [] };
    const isNewest = literals.length === this.literals.length && numbers.length === this.numbers.length;
    if (!this.#latest || !isNewest) this.#latest = this.#upTo(this.literals.length, this.numbers.length);
    return this.#latest;
  }

  #upTo(literals: number, numbers: number): Attributes {
    const among = <Attribute extends { number: number }>(attribute: Attribute | undefined, count: number) =>
      attribute && attribute.number < count ? attribute : undefined;
    return {
      literals: this.literals.slice(0, literals),
      numbers: this.numbers.slice(0, numbers),
      literal: (name) => among(this.#literalsByName.get(name), literals),
      number: (name) =>
        among(this.#numbersByName.number.get(name), numbers) ??
        among(this.#numbersByName.date.get(name), numbers),
    };
  }

  addLiteral(name: string): LiteralAttribute {
    const known = this.literal(name);
    if (known) return known;
    const attribute = { number: this.literals.length, name, values: new StringTable() };
    this.literals.push(attribute);
    this.#literalsByName.set(name, attribute);
    return attribute;
  }

  addNumber(name: string, kind: NumberAttribute['kind']): NumberAttribute {
    const known = this.#numbersByName[kind].get(name);
    if (known) return known;
    const attribute = { number: this.numbers.length, name, kind };
    this.numbers.push(attribute);
    this.#numbersByName[kind].set(name, attribute);
    return attribute;
  }
}

/** A copy: values may be added while it is written. */
export function packAttributes({ literals, numbers }: Attributes): AttributesData {
  return {
    literals: literals.map(({ name, values }) => ({ name, values: values.pack() })),
    numbers: numbers.map(({ name, kind }) => ({ name, kind })),
  };
}
