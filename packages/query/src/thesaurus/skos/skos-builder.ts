/** Thesaurus builder, the third step of reading a SKOS file: concepts, and warnings about repairs. */
import type { ThesaurusReport } from '../../api.ts';
import {
  packLists,
  packTexts,
  sharedUint8,
  sharedUint16,
  startsOf,
} from '../../collections/shared-arrays.ts';
import {
  ancestorsOf,
  cutCycles,
  cutDepth,
  MAX_HIERARCHY_DEPTH,
  narrowerOf,
  type Relations,
  resolveReplacements,
  type Warn,
} from '../hierarchy.ts';
import { COLLECTION_FLAG, CONCEPT_FLAG, DEPRECATED_FLAG, SCHEME_FLAG, skos } from '../rdf/rdf-terms.ts';
import { openThesaurus, type Thesaurus, type ThesaurusData } from '../thesaurus.ts';
import { groupsOf } from './skos-builder-groups.ts';
import { isPlaceholderLabel, type Resources, thesaurusLabels } from './skos-builder-labels.ts';
import { type Pair, type SkosCollector, withLinkedTexts } from './skos-collector.ts';
import type { OutsideLink } from './thesaurus-statements.ts';

const MAX_WARNINGS = 100;

/** `outside` are the relations to resources that another part of the thesaurus may contain. */
export function buildThesaurus(collected: SkosCollector): {
  thesaurus: Thesaurus;
  report: ThesaurusReport;
  outside: OutsideLink[];
} {
  const warnings: string[] = [];
  let omitted = 0;
  const warn: Warn = (message) => {
    if (warnings.length < MAX_WARNINGS - 1) warnings.push(message);
    else omitted++;
  };
  const resources = resourcesOf(collected);
  const { nodes, conceptCount: size } = resources;
  /** URI or blank node, for warnings. */
  const name = (ordinal: number) => collected.nodes[nodes[ordinal]!]!;
  const relations = relationsOf(collected, resources, name, warn);
  warnAboutLists(collected, warn);
  const deprecated = sharedUint8(size);
  const isReplaced = (ordinal: number) => (relations.replacedBy[ordinal] ?? []).length > 0;
  for (let i = 0; i < size; i++)
    if (isReplaced(i) || resources.flags[nodes[i]!]! & DEPRECATED_FLAG) deprecated[i] = 1;
  const data: ThesaurusData = {
    size,
    languages: collected.languages,
    uris: packTexts(nodes.map((node) => collected.nodes[node]!)),
    ...thesaurusLabels(collected, resources, isReplaced, warn),
    ...packNotes(collected, resources),
    broader: packLists(relations.broader),
    narrower: packLists(narrowerOf(relations.broader)),
    related: packLists(relations.related),
    ancestors: packLists(ancestorsOf(relations.broader)),
    replacedBy: packLists(relations.replacedBy),
    deprecated,
    ...groupsOf(collected, resources, relations.broader, deprecated),
  };
  if (omitted > 0) warnings.push(`${omitted} more warnings were omitted.`);
  const thesaurus = openThesaurus(data);
  const report = {
    concepts: thesaurus.currentSize,
    labels: thesaurus.labelCount,
    languages: languagesOfLabels(thesaurus),
    title: titleOf(thesaurus),
    license: licenseOf(collected, resources),
    warnings,
  };
  return { thesaurus, report, outside: outsideLinks(collected, resources) };
}

/** Warns about collections whose members are only stated as a list. */
function warnAboutLists({ nodes, members, memberLists }: SkosCollector, warn: Warn): void {
  const withMembers = new Set(members.map(([collection]) => collection));
  for (const [list] of memberLists.filter(([collection]) => !withMembers.has(collection)))
    warn(`${nodes[list]} has no members: skos:memberList is not read; use skos:member.`);
}

function resourcesOf(collected: SkosCollector): Resources {
  const flags = collected.flags.slice();
  for (const [, scheme] of [...collected.inScheme, ...collected.topOf]) flags[scheme]! |= SCHEME_FLAG;
  for (const [collection] of collected.members) flags[collection]! |= COLLECTION_FLAG;
  const conceptNodes = conceptsAmong(collected, flags);
  const allNodes = [...flags.keys()];
  const concepts = allNodes.filter((node) => conceptNodes.has(node));
  const nonConcepts = allNodes.filter((node) => !conceptNodes.has(node));
  const schemes = nonConcepts.filter((node) => flags[node]! & SCHEME_FLAG);
  const collections = nonConcepts.filter(
    (node) => (flags[node]! & (SCHEME_FLAG | COLLECTION_FLAG)) === COLLECTION_FLAG,
  );
  const nodes = [...concepts, ...schemes, ...collections];
  const ordinals = new Int32Array(flags.length).fill(-1);
  for (const [ordinal, node] of nodes.entries()) ordinals[node] = ordinal;
  return { nodes, conceptCount: concepts.length, ordinals, flags };
}

/** Concepts: typed nodes, labeled nodes in a scheme or hierarchy, and nodes that a concept replaces. */
function conceptsAmong(collected: SkosCollector, flags: number[]): Set<number> {
  const isPlaced = new Uint8Array(flags.length);
  for (const [concept] of [...collected.inScheme, ...collected.topOf, ...collected.replaced])
    isPlaced[concept] = 1;
  for (const pairs of [collected.broader, collected.related])
    for (const [subject, object] of pairs) isPlaced[subject] = isPlaced[object] = 1;
  const isLabeled = new Uint8Array(flags.length);
  for (const { node } of [...collected.labels, ...collected.labelLinks]) isLabeled[node] = 1;
  const isGroup = (node: number) => (flags[node]! & (SCHEME_FLAG | COLLECTION_FLAG)) !== 0;
  const isTyped = (node: number) => (flags[node]! & CONCEPT_FLAG) !== 0;
  const isImplied = (node: number) => !isGroup(node) && isPlaced[node] === 1 && isLabeled[node] === 1;
  const concepts = new Set([...flags.keys()].filter((node) => isTyped(node) || isImplied(node)));
  const replacementsOf = Map.groupBy(collected.replaced, ([, successor]) => successor);
  // A set iterates over elements that are added meanwhile.
  for (const successor of concepts)
    for (const [node] of replacementsOf.get(successor) ?? []) if (!isGroup(node)) concepts.add(node);
  return concepts;
}

function relationsOf(
  collected: SkosCollector,
  resources: Resources,
  name: (ordinal: number) => string,
  warn: Warn,
) {
  const { ordinals, conceptCount } = resources;
  let outsideCount = 0;
  const isConcept = (ordinal: number) => ordinal >= 0 && ordinal < conceptCount;
  const listsOf = (pairs: Pair[]): number[][] => {
    const sets = Array.from({ length: conceptCount }, () => new Set<number>());
    for (const [from, to] of pairs) {
      const [source, target] = [ordinals[from]!, ordinals[to]!];
      if (!isConcept(source) || !isConcept(target)) outsideCount++;
      else if (source === target) warn(`${name(source)} is related to itself; this relation was ignored.`);
      else sets[source]!.add(target);
    }
    return sets.map((set) => [...set]);
  };
  const relations: Relations = {
    broader: listsOf(collected.broader),
    related: listsOf(collected.related),
    replacedBy: listsOf(collected.replaced),
  };
  resolveReplacements(relations, name, warn);
  for (const [concept, broader] of cutCycles(relations.broader))
    warn(`${name(concept)} has the broader concept ${name(broader)} in a cycle; this relation was ignored.`);
  for (const [concept, broader] of cutDepth(relations.broader))
    warn(
      `${name(broader)} is ${MAX_HIERARCHY_DEPTH} levels below the top; its relation to the narrower concept ${name(concept)} was ignored.`,
    );
  if (outsideCount > 0)
    warn(
      `${outsideCount} relations refer to something that is not a concept of this thesaurus; they were ignored.`,
    );
  return relations;
}

/** Relations from or to something that another part of the thesaurus may contain; blank nodes belong to one part. */
function outsideLinks(collected: SkosCollector, { ordinals, conceptCount }: Resources): OutsideLink[] {
  const { nodes } = collected;
  const isUnknown = (node: number) => ordinals[node]! < 0;
  const isConcept = (node: number) => !isUnknown(node) && ordinals[node]! < conceptCount;
  const isBlank = (node: number) => nodes[node]!.startsWith('_:');
  const linksOf = (predicate: string, pairs: Pair[]) =>
    pairs
      .filter((pair) => !pair.some(isBlank))
      .map(([from, to]): OutsideLink => [nodes[from]!, predicate, nodes[to]!]);
  const topConcepts = collected.topOf.filter(([node]) => isUnknown(node));
  const groupMembers = collected.members.filter(([, node]) => isUnknown(node));
  const withoutConcept = (pairs: Pair[]) => pairs.filter((pair) => !pair.every(isConcept));
  return [
    ...linksOf(skos.topConceptOf, topConcepts),
    ...linksOf(skos.member, groupMembers),
    ...linksOf(skos.broader, withoutConcept(collected.broader)),
    ...linksOf(skos.related, withoutConcept(collected.related)),
    ...linksOf(skos.replacedBy, withoutConcept(collected.replaced)),
  ];
}

function packNotes(collected: SkosCollector, { ordinals, conceptCount }: Resources) {
  const notes = [...withLinkedTexts(collected.notes, collected.noteLinks, collected.forms)];
  const isConcept = (node: number) => ordinals[node]! >= 0 && ordinals[node]! < conceptCount;
  const conceptNotes = notes.filter(({ node }) => isConcept(node));
  conceptNotes.sort((a, b) => ordinals[a.node]! - ordinals[b.node]! || a.kind - b.kind);
  const counts = new Uint32Array(conceptCount);
  for (const { node } of conceptNotes) counts[ordinals[node]!]!++;
  return {
    notes: packTexts(conceptNotes.map(({ text }) => text)),
    noteStarts: startsOf(counts),
    noteLanguages: sharedUint16(conceptNotes.map(({ language }) => language)),
  };
}

/** Languages of concept labels, in the order of first occurrence. */
function languagesOfLabels({ data, labelCount }: Thesaurus): string[] {
  const numbers = new Set(data.labelLanguages.subarray(0, labelCount));
  return Array.from(numbers, (number) => data.languages[number]!).filter((language) => language !== '');
}

/** In UTF-16 code units. */
const MAX_LICENSE_LENGTH = 500;

/** The English label of the first scheme; null if it has none. */
function titleOf({ data, size, label, uri }: Thesaurus): string | null {
  const scheme = data.groupKinds.indexOf('scheme');
  if (scheme < 0) return null;
  const title = label(size + scheme, 'en');
  return isPlaceholderLabel(title, uri(size + scheme)) ? null : title;
}

/** Prefers the license of a scheme, then its rights, then licenses and rights of other resources. */
function licenseOf({ licenses }: SkosCollector, { flags }: Resources): string | null {
  const order = ({ node, rank }: (typeof licenses)[number]) => (flags[node]! & SCHEME_FLAG ? 0 : 2) + rank;
  const [first] = licenses.filter(({ value }) => value !== '').sort((a, b) => order(a) - order(b));
  return first ? first.value.slice(0, MAX_LICENSE_LENGTH).toWellFormed() : null;
}
