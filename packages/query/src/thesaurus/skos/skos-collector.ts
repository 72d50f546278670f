/** SKOS collector, the second step of reading a SKOS file: RDF statements in any order. */
import { canonicalLanguageTag } from '../../analysis/language-tags.ts';
import { getOrInsert } from '../../collections/get-or-insert.ts';
import {
  DEPRECATED_FLAG,
  type PredicateMeaning,
  predicateMeanings,
  type Relation,
  rdfNil,
  rdfType,
  typeFlags,
} from '../rdf/rdf-terms.ts';
import type { Statement } from '../rdf/statement.ts';

/** A text of a node: the text itself, or the node (SKOS-XL label, note) that contains it. */
export interface NodeText {
  node: number;
  /** Kind of a label or rank of a note, see `PredicateMeaning`; 0 for other texts. Texts with lower numbers are preferred. */
  kind: number;
  language: number;
  text: string;
}

interface TextLink extends Pick<NodeText, 'node' | 'kind'> {
  /** The node that has the text. */
  target: number;
}

/** Subject and object of a relation, as node numbers. */
export type Pair = [number, number];

/** HTML entities, which some thesauri contain: `R&amp;D`. */
const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }),
);
export const ENTITY = /&(amp|lt|gt|quot|apos|#39|nbsp);/gu;

/** Decodes entities. Files are wrapped and indented, so that white space of labels becomes single spaces. */
function cleanText(text: string, property: PredicateMeaning['property']): string {
  const decoded = text.replace(ENTITY, (_, name: string) => ENTITIES.get(name)!);
  const spaced = property === 'note' ? decoded : decoded.replace(/\p{White_Space}+/gu, ' ');
  return spaced.trim().normalize('NFC');
}

/** Nodes are numbered in the order of first occurrence. */
export class SkosCollector implements Record<Relation, Pair[]> {
  readonly nodes: string[] = [];
  /** Flags of each node, see `rdf-terms.ts`. */
  readonly flags: number[] = [];
  readonly languages = [''];
  readonly labels: NodeText[] = [];
  readonly notes: NodeText[] = [];
  readonly notations: NodeText[] = [];
  /** Stated licenses and rights; the object may be a URI. */
  readonly licenses: { node: number; rank: number; value: string }[] = [];
  /** Texts of SKOS-XL labels and note resources, by node. */
  readonly forms = new Map<number, NodeText[]>();
  readonly labelLinks: TextLink[] = [];
  readonly noteLinks: TextLink[] = [];
  readonly broader: Pair[] = [];
  readonly related: Pair[] = [];
  readonly replaced: Pair[] = [];
  readonly inScheme: Pair[] = [];
  readonly topOf: Pair[] = [];
  readonly members: Pair[] = [];
  /** Not read; the builder warns about them. */
  readonly memberLists: Pair[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #languageNumbers = new Map([['', 0]]);

  /** Bound, because parsers call it with each statement. */
  readonly add = (statement: Statement): void => {
    const { subject, predicate, object, isLiteral } = statement;
    if (predicate === rdfType) {
      const flag = typeFlags.get(object);
      if (flag !== undefined) this.#flag(subject, flag);
      return;
    }
    const meaning = predicateMeanings.get(predicate);
    if (meaning === undefined) return;
    if (meaning.property === 'license')
      this.licenses.push({ node: this.#node(subject), rank: meaning.rank, value: object.trim() });
    else if (isLiteral) this.#addText(meaning, statement);
    else this.#addLink(meaning, this.#node(subject), object);
  };

  #node(name: string): number {
    return getOrInsert(this.#numbers, name, () => {
      this.flags.push(0);
      return this.nodes.push(name) - 1;
    });
  }

  #flag(name: string, flag: number): void {
    this.flags[this.#node(name)]! |= flag;
  }

  #language(tag: string): number {
    const lower = (canonicalLanguageTag(tag) ?? tag).toLowerCase();
    return getOrInsert(this.#languageNumbers, lower, () => this.languages.push(lower) - 1);
  }

  #addText(meaning: PredicateMeaning, { subject, object, language }: Statement): void {
    const content = cleanText(object, meaning.property);
    if (content === '') return;
    const entry = (kind = 0): NodeText => ({
      node: this.#node(subject),
      kind,
      language: this.#language(language),
      // A copy, because a slice of the file would keep the whole file in memory.
      text: Buffer.from(content, 'utf16le').toString('utf16le'),
    });
    if (meaning.property === 'label') this.labels.push(entry(meaning.kind));
    else if (meaning.property === 'note') this.notes.push(entry(meaning.rank));
    else if (meaning.property === 'notation') this.notations.push(entry());
    else if (meaning.property === 'form')
      getOrInsert(this.forms, this.#node(subject), () => []).push(entry());
    else if (meaning.property === 'deprecated' && ['true', '1'].includes(content))
      this.#flag(subject, DEPRECATED_FLAG);
  }

  #addLink(meaning: PredicateMeaning, node: number, object: string): void {
    if (object === rdfNil) return;
    const target = this.#node(object);
    if (meaning.property === 'label') this.labelLinks.push({ node, kind: meaning.kind, target });
    else if (meaning.property === 'note') this.noteLinks.push({ node, kind: meaning.rank, target });
    else if (meaning.property === 'relation') {
      if (meaning.direction !== 'inverse') this[meaning.relation].push([node, target]);
      if (meaning.direction) this[meaning.relation].push([target, node]);
    }
  }
}

/** Texts of nodes, and texts of the resources to which nodes refer. */
export function* withLinkedTexts(
  texts: readonly NodeText[],
  links: readonly TextLink[],
  forms: SkosCollector['forms'],
): Generator<NodeText> {
  yield* texts;
  for (const { node, kind, target } of links)
    for (const form of forms.get(target) ?? []) yield { ...form, node, kind };
}
