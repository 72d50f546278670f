/** Collects the RDF statements of a thesaurus, in any order, as input of the builder. */
import { canonicalLanguageTag } from '../../analysis/language-tags.ts';
import type { ThesaurusReport } from '../../api.ts';
import { getOrInsert } from '../../collections/get-or-insert.ts';
import { copyOf } from '../../collections/shared-arrays.ts';
import {
  DEPRECATED_FLAG,
  type Meaning,
  predicateMeanings,
  rdfNil,
  rdfType,
  type Statement,
  typeFlags,
} from '../rdf/rdf-terms.ts';
import { openThesaurus, type Thesaurus } from '../thesaurus.ts';
import { buildThesaurus } from './skos-builder.ts';
import { CollectedStatements, type NodeText, type OutsideLink } from './skos-statements.ts';

/** HTML entities, which some thesauri contain: `R&amp;D`. */
const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }),
);

/** Decodes entities. Files are wrapped and indented, so that white space of labels becomes single spaces. */
function cleaned(text: string, property: Meaning['property']): string {
  const decoded = text.replace(
    /&(amp|lt|gt|quot|apos|#39|nbsp);/gu,
    (_, name: string) => ENTITIES.get(name)!,
  );
  const spaced = property === 'note' ? decoded : decoded.replace(/\p{White_Space}+/gu, ' ');
  return spaced.trim().normalize('NFC');
}

export class SkosCollector {
  readonly #collected = new CollectedStatements();
  readonly #numbers = new Map<string, number>();
  readonly #languageNumbers = new Map([['', 0]]);

  build(): { thesaurus: Thesaurus; report: ThesaurusReport; outside: OutsideLink[] } {
    const { data, ...built } = buildThesaurus(this.#collected);
    return { thesaurus: openThesaurus(data), ...built };
  }

  /** Bound, because parsers call it with each statement. */
  readonly add = (statement: Statement): void => {
    const { subject, predicate, object, literal } = statement;
    if (predicate === rdfType) {
      const flag = typeFlags.get(object);
      if (flag !== undefined) this.#flag(subject, flag);
      return;
    }
    const meaning = predicateMeanings.get(predicate);
    if (meaning === undefined) return;
    if (meaning.property === 'license')
      this.#collected.licenses.push({ node: this.#node(subject), rank: meaning.rank, value: object.trim() });
    else if (literal) this.#addText(meaning, statement);
    else this.#addLink(meaning, this.#node(subject), object);
  };

  #node(name: string): number {
    return getOrInsert(this.#numbers, name, () => {
      this.#collected.flags.push(0);
      return this.#collected.nodes.push(name) - 1;
    });
  }

  #flag(name: string, flag: number): void {
    this.#collected.flags[this.#node(name)]! |= flag;
  }

  #language(tag: string): number {
    const lower = (canonicalLanguageTag(tag) ?? tag).toLowerCase();
    return getOrInsert(this.#languageNumbers, lower, () => this.#collected.languages.push(lower) - 1);
  }

  #addText(meaning: Meaning, { subject, object, language }: Statement): void {
    const { labels, notes, notations, forms } = this.#collected;
    const content = cleaned(object, meaning.property);
    if (content === '') return;
    const entry = (kind: number): NodeText => ({
      node: this.#node(subject),
      kind,
      language: this.#language(language),
      text: copyOf(content),
    });
    if (meaning.property === 'label') labels.push(entry(meaning.kind));
    else if (meaning.property === 'note') notes.push(entry(meaning.rank));
    else if (meaning.property === 'notation') notations.push(entry(0));
    else if (meaning.property === 'form') getOrInsert(forms, this.#node(subject), () => []).push(entry(0));
    else if (meaning.property === 'deprecated' && ['true', '1'].includes(content))
      this.#flag(subject, DEPRECATED_FLAG);
  }

  #addLink(meaning: Meaning, node: number, object: string): void {
    if (object === rdfNil) return;
    const target = this.#node(object);
    const { labelLinks, noteLinks } = this.#collected;
    switch (meaning.property) {
      case 'label':
        labelLinks.push({ node, kind: meaning.kind, target });
        break;
      case 'note':
        noteLinks.push({ node, kind: meaning.rank, target });
        break;
      case 'first':
      case 'rest':
        this.#collected[meaning.property].set(node, target);
        break;
      case 'form':
      case 'notation':
      case 'deprecated':
      case 'license':
        break;
      default:
        if (meaning.direction !== 'inverse') this.#collected[meaning.property].push([node, target]);
        if (meaning.direction) this.#collected[meaning.property].push([target, node]);
    }
  }
}
