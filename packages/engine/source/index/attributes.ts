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

  constructor(data?: AttributesData) {
    this.literals = (data?.literals ?? []).map(({ name, values }, number) => {
      return { number, name, values: new StringTable(values) };
    });
    this.numbers = (data?.numbers ?? []).map(({ name, kind }, number) => ({ number, name, kind }));
  }

  literal(name: string): LiteralAttribute | undefined {
    return this.literals.find((attribute) => attribute.name === name);
  }

  number(name: string): NumberAttribute | undefined {
    return this.numbers.find((attribute) => attribute.name === name);
  }

  addLiteral(name: string): LiteralAttribute {
    const known = this.literal(name);
    if (known) return known;
    const attribute = { number: this.literals.length, name, values: new StringTable() };
    this.literals.push(attribute);
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
    return attribute;
  }

  pack(): AttributesData {
    return {
      literals: this.literals.map(({ name, values }) => ({ name, values: values.pack() })),
      numbers: this.numbers.map(({ name, kind }) => ({ name, kind })),
    };
  }
}
