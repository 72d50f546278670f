/** Append-only registry of document attributes, with the interned values of textual attributes. */
import { type PackedTexts, StringInterner } from '@semantic-search/query/collections';
import type { SegmentReader } from './reader.ts';

export type AttributeKind = 'literal' | 'number' | 'date';

/** An attribute with values of several kinds is registered once per kind. */
export interface Attribute<Kind extends AttributeKind = AttributeKind> {
  number: number;
  name: string;
  kind: Kind;
  /** Values of literals, including values of deleted and of unpublished documents; empty for other kinds. */
  values: StringInterner;
}

export type NumberAttribute = Attribute<'number' | 'date'>;

export type AttributesData = { name: string; kind: AttributeKind; values: PackedTexts }[];

export interface Attributes {
  readonly all: readonly Attribute[];
  find<Kind extends AttributeKind>(name: string, kind: Kind): Attribute<Kind> | undefined;
}

type AttributesByName = { [Kind in AttributeKind]: Map<string, Attribute<Kind>> };

export class AttributeRegistry implements Attributes {
  readonly all: Attribute[] = [];
  /** Maps, because each value of a document looks up its attribute. */
  readonly #byName: AttributesByName = { literal: new Map(), number: new Map(), date: new Map() };

  constructor(data: AttributesData = []) {
    for (const { name, kind, values } of data) this.#register(name, kind, new StringInterner(values));
  }

  #register<Kind extends AttributeKind>(name: string, kind: Kind, values: StringInterner): Attribute<Kind> {
    const attribute = { number: this.all.length, name, kind, values };
    this.all.push(attribute);
    this.#byName[kind].set(name, attribute);
    return attribute;
  }

  find<Kind extends AttributeKind>(name: string, kind: Kind): Attribute<Kind> | undefined {
    return this.#byName[kind].get(name);
  }

  /** Returns the attribute, and registers it if it is new. */
  add<Kind extends AttributeKind>(name: string, kind: Kind): Attribute<Kind> {
    return this.find(name, kind) ?? this.#register(name, kind, new StringInterner());
  }

  /** Returns a copy, because values may be added while a snapshot is written. */
  pack(): AttributesData {
    return this.all.map(({ name, kind, values }) => ({ name, kind, values: values.pack() }));
  }
}

/** The attributes that have a value in a live document; evaluated lazily, because a space may have many. */
export function attributesInUse(
  readers: readonly Pick<SegmentReader, 'attributes'>[],
  registered: Attributes,
): Attributes {
  const isUsed = ({ number }: Attribute) => readers.some((reader) => reader.attributes.has(number));
  return {
    /** Sorting by name hides the order in which documents introduced the attributes. */
    get all() {
      return registered.all.filter(isUsed).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    find(name, kind) {
      const attribute = registered.find(name, kind);
      return attribute && isUsed(attribute) ? attribute : undefined;
    },
  };
}
