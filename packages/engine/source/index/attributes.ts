/** The attributes that documents have, and the values of the textual ones, by number. Append-only. */
import type { PackedTexts } from '../thesaurus/packed.ts';
import { StringTable } from './string-table.ts';

export interface LiteralAttribute {
  number: number;
  name: string;
  values: StringTable;
}

export interface NumberAttribute {
  number: number;
  name: string;
  kind: 'number' | 'date';
}

export interface AttributesData {
  literals: { name: string; values: PackedTexts }[];
  numbers: { name: string; kind: 'number' | 'date' }[];
}

export class Attributes {
  readonly literals: LiteralAttribute[];
  readonly numbers: NumberAttribute[];
  // Documents may bring many attributes: each value looks its own up.
  private readonly literalsByName: Map<string, LiteralAttribute>;
  private readonly numbersByName: Map<string, NumberAttribute>;

  constructor(data?: AttributesData) {
    this.literals = (data?.literals ?? []).map(({ name, values }, number) => {
      return { number, name, values: new StringTable(values) };
    });
    this.numbers = (data?.numbers ?? []).map(({ name, kind }, number) => ({ number, name, kind }));
    this.literalsByName = new Map(this.literals.map((attribute) => [attribute.name, attribute]));
    this.numbersByName = new Map(this.numbers.map((attribute) => [attribute.name, attribute]));
  }

  literal(name: string): LiteralAttribute | undefined {
    return this.literalsByName.get(name);
  }

  number(name: string): NumberAttribute | undefined {
    return this.numbersByName.get(name);
  }

  addLiteral(name: string): LiteralAttribute {
    const known = this.literal(name);
    if (known) return known;
    const attribute = { number: this.literals.length, name, values: new StringTable() };
    this.literals.push(attribute);
    this.literalsByName.set(name, attribute);
    return attribute;
  }

  /** An attribute that was met with dates first and numbers later holds numbers. */
  addNumber(name: string, kind: 'number' | 'date'): NumberAttribute {
    const known = this.number(name);
    if (known) {
      if (kind === 'number') known.kind = kind;
      return known;
    }
    const attribute = { number: this.numbers.length, name, kind };
    this.numbers.push(attribute);
    this.numbersByName.set(name, attribute);
    return attribute;
  }

  pack(): AttributesData {
    return {
      literals: this.literals.map(({ name, values }) => ({ name, values: values.pack() })),
      numbers: this.numbers.map(({ name, kind }) => ({ name, kind })),
    };
  }
}
