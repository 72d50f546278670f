/** Collects the RDF statements of a thesaurus, in any order, as input of the builder. */

import { canonicalLanguageTag } from '../../analysis/language-tags.ts';
import type { ThesaurusReport } from '../../api.ts';
import { getOrInsert } from '../../collections/get-or-insert.ts';
import { textPacker } from '../../collections/shared-arrays.ts';
import {
  DEPRECATED_FLAG,
  type Meaning,
  predicateMeanings,
  rdfNil,
  rdfType,
  typeFlags,
} from '../rdf/rdf-terms.ts';
import type { Statement } from '../rdf/statement.ts';
import { openThesaurus, type Thesaurus } from '../thesaurus.ts';
import { buildThesaurus } from './skos-builder.ts';
import type { CollectedStatements, NodeText, OutsideLink } from './skos-statements.ts';

export interface ThesaurusBuilder {
  add(statement: Statement): void;
  build(): { thesaurus: Thesaurus; report: ThesaurusReport; outside: OutsideLink[] };
}

export function skosCollector(): ThesaurusBuilder {
  const collected: CollectedStatements = {
    nodes: [],
    flags: [],
    languages: [''],
    texts: textPacker(),
    labels: [],
    notes: [],
    notations: [],
    licenses: [],
    forms: new Map(),
    labelLinks: [],
    noteLinks: [],
    broader: [],
    related: [],
    replaced: [],
    inScheme: [],
    topOf: [],
    members: [],
    memberLists: [],
    first: new Map(),
    rest: new Map(),
  };
  const numbers = new Map<string, number>();
  const languageNumbers = new Map([['', 0]]);
  const node = (name: string) =>
    getOrInsert(numbers, name, () => {
      collected.flags.push(0);
      return collected.nodes.push(name) - 1;
    });
  const language = (tag: string) => {
    const lower = (canonicalLanguageTag(tag) ?? tag).toLowerCase();
    return getOrInsert(languageNumbers, lower, () => collected.languages.push(lower) - 1);
  };
  return {
    add(statement) {
      if (statement.predicate === rdfType) {
        const bits = typeFlags.get(statement.object);
        if (bits !== undefined) collected.flags[node(statement.subject)]! |= bits;
        return;
      }
      const meaning = predicateMeanings.get(statement.predicate);
      if (meaning === undefined) return;
      if (meaning.property === 'license')
        collected.licenses.push({
          node: node(statement.subject),
          rank: meaning.rank,
          value: statement.object.trim(),
        });
      else if (statement.literal) addText(collected, meaning, statement, node, language);
      else addLink(collected, meaning, node(statement.subject), statement.object, node);
    },
    build() {
      const { data, ...built } = buildThesaurus(collected);
      return { thesaurus: openThesaurus(data), ...built };
    },
  };
}

/** HTML entities, which some thesauri contain: `R&amp;D`. */
const escapes: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

function withoutEscapes(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/gu, (_, name: string) => escapes[name]!);
}

function addText(
  collected: CollectedStatements,
  meaning: Meaning,
  statement: Statement,
  node: (name: string) => number,
  language: (tag: string) => number,
): void {
  const { property } = meaning;
  const content = withoutEscapes(statement.object).trim().normalize('NFC');
  if (content === '') return;
  if (property === 'deprecated') {
    if (content === 'true' || content === '1') collected.flags[node(statement.subject)]! |= DEPRECATED_FLAG;
    return;
  }
  if (property !== 'label' && property !== 'note' && property !== 'notation' && property !== 'form') return;
  const entry = (kind: number): NodeText => ({
    node: node(statement.subject),
    kind,
    language: language(statement.language),
    text: collected.texts.add(content),
  });
  if (property === 'label') collected.labels.push(entry(meaning.kind));
  else if (property === 'note') collected.notes.push(entry(meaning.rank));
  else if (property === 'notation') collected.notations.push(entry(0));
  else {
    const form = entry(0);
    getOrInsert(collected.forms, form.node, () => []).push(form);
  }
}

function addLink(
  collected: CollectedStatements,
  meaning: Meaning,
  subject: number,
  object: string,
  node: (name: string) => number,
): void {
  if (object === rdfNil) return;
  const target = node(object);
  switch (meaning.property) {
    case 'label':
      collected.labelLinks.push({ node: subject, kind: meaning.kind, target });
      break;
    case 'note':
      collected.noteLinks.push({ node: subject, kind: meaning.rank, target });
      break;
    case 'first':
    case 'rest':
      collected[meaning.property].set(subject, target);
      break;
    case 'form':
    case 'notation':
    case 'deprecated':
    case 'license':
      break;
    default:
      if (meaning.direction !== 'inverse') collected[meaning.property].push([subject, target]);
      if (meaning.direction) collected[meaning.property].push([target, subject]);
  }
}
