/** Append-only registry of document attributes and the interned values of textual ones. */
import type { PackedTexts } from '@semantic-search/query/collections';
import { StringInterner } from '@semantic-search/query/collections';

export interface LiteralAttribute {
  number: number;
  name: string;
  /** Includes values of deleted documents and of documents not yet published. */
  values: StringInterner;
}

/** An attribute with dates in some documents and numbers in others is registered twice, once per kind. */
export interface NumberAttribute {
  number: number;
  name: string;
  kind: 'number' | 'date';
}

export interface AttributesData {
  literals: { name: string; values: PackedTexts }[];
  numbers: { name: string; kind: 'number' | 'date' }[];
}

/** Attributes by name. */
export interface Attributes {
  readonly literals: readonly LiteralAttribute[];
  readonly numbers: readonly NumberAttribute[];
  literal(name: string): LiteralAttribute | undefined;
  /** Prefers the attribute with numbers if another with dates has the same name. */
  number(name: string): NumberAttribute | undefined;
  numberOfKind(name: string, kind: NumberAttribute['kind']): NumberAttribute | undefined;
}

export class AttributeRegistry implements Attributes {
  readonly literals: LiteralAttribute[];
  readonly numbers: NumberAttribute[];
  // Maps, because each value of a document looks up its attribute.
  readonly #literalsByName: Map<string, LiteralAttribute>;
  readonly #numbersByName: Record<NumberAttribute['kind'], Map<string, NumberAttribute>>;

  constructor(data?: AttributesData) {
    this.literals = (data?.literals ?? []).map(({ name, values }, number) => {
      return { number, name, values: new StringInterner(values) };
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
    return this.numberOfKind(name, 'number') ?? this.numberOfKind(name, 'date');
  }

  numberOfKind(name: string, kind: NumberAttribute['kind']): NumberAttribute | undefined {
    return this.#numbersByName[kind].get(name);
  }

  addLiteral(name: string): LiteralAttribute {
    const existing = this.literal(name);
    if (existing) return existing;
    const attribute = { number: this.literals.length, name, values: new StringInterner() };
    this.literals.push(attribute);
    this.#literalsByName.set(name, attribute);
    return attribute;
  }

  addNumber(name: string, kind: NumberAttribute['kind']): NumberAttribute {
    const existing = this.#numbersByName[kind].get(name);
    if (existing) return existing;
    const attribute = { number: this.numbers.length, name, kind };
    this.numbers.push(attribute);
    this.#numbersByName[kind].set(name, attribute);
    return attribute;
  }
}

/** Returns a copy, because values may be added while a snapshot is written. */
export function packAttributes({ literals, numbers }: Attributes): AttributesData {
  return {
    literals: literals.map(({ name, values }) => ({ name, values: values.pack() })),
    numbers: numbers.map(({ name, kind }) => ({ name, kind })),
  };
}
