/** Reference implementation of totals and facet counts: a full scan of all documents. */
import { readFile } from 'node:fs/promises';
import { Parser } from 'n3';

export type Document = { id: string; subjects?: string[] } & Record<string, unknown>;

export interface Hierarchy {
  /** The concept and all its broader concepts. */
  upwards(concept: string): ReadonlySet<string>;
  /** Concepts of a scheme. */
  members(scheme: string): string[];
  /** Top concepts of a scheme. */
  tops(scheme: string): string[];
  narrower(concept: string): string[];
  /** All concepts. */
  concepts: ReadonlySet<string>;
}

/** Selected facet value, as a client sends it. */
export interface Selected {
  field?: string;
  label?: string;
  value?: string | null;
}

/** Extracts the values of one facet from a document. */
export type FacetKind = { kind: 'concepts' } | { kind: 'literal' | 'number' | 'date'; attribute: string };

export async function readDocuments(file: string): Promise<Document[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Document);
}

const skos = 'http://www.w3.org/2004/02/skos/core#';

export async function readHierarchy(file: string): Promise<Hierarchy> {
  const quads = new Parser().parse(await readFile(file, 'utf8'));
  const concepts = new Set<string>();
  const [broader, narrower] = [listsByKey(), listsByKey()];
  const isBelow = (concept: string, above: string) => {
    broader.add(concept, above);
    narrower.add(above, concept);
  };
  const [members, tops] = [listsByKey(), listsByKey()];
  for (const { subject, predicate, object } of quads) {
    const [from, to] = [subject.value, object.value];
    const property = predicate.value;
    if (to === `${skos}Concept`) concepts.add(from);
    if (property === `${skos}broader`) isBelow(from, to);
    if (property === `${skos}narrower`) isBelow(to, from);
    if (property === `${skos}inScheme`) members.add(to, from);
    if (property === `${skos}topConceptOf`) tops.add(to, from);
    if (property === `${skos}hasTopConcept`) tops.add(from, to);
  }
  return {
    upwards: memoized((concept) => reachable(concept, (each) => broader.of(each))),
    members: members.of,
    tops: tops.of,
    narrower: narrower.of,
    concepts,
  };
}

/** True if the document has the facet value. */
export function matches(document: Document, facet: FacetKind, selected: Selected, tree: Hierarchy): boolean {
  if (facet.kind === 'concepts') {
    const concept = [selected.value, selected.label].find(
      (text) => typeof text === 'string' && tree.concepts.has(text),
    );
    return (document.subjects ?? []).some((subject) => tree.upwards(subject).has(concept ?? ''));
  }
  const values: unknown[] = [document[facet.attribute] ?? []].flat();
  if (facet.kind === 'literal') return values.includes(selected.label);
  const range = facet.kind === 'number' ? numberRange(selected.label!) : dateRange(selected.label!);
  return values.some((value) => range(facet.kind === 'number' ? Number(value) : Date.parse(String(value))));
}

/** "10 – 100" excludes its end; "[10 TO 100]" includes it. */
function numberRange(label: string): (value: number) => boolean {
  const bracketed = /^\[(\S+) TO (\S+)\]$/.exec(label);
  if (bracketed) {
    const [from, to] = [bound(bracketed[1]!, -Infinity), bound(bracketed[2]!, Infinity)];
    return (value) => value >= from && value <= to;
  }
  const [from = Number.NaN, to = Number.NaN] = label.split(' – ').map(Number);
  return (value) => value >= from && value < to;
}

/** "1900 – 1949" includes both years. */
function dateRange(label: string): (time: number) => boolean {
  const bracketed = /^\[(\S+) TO (\S+)\]$/.exec(label);
  if (bracketed) {
    const [from, to] = [bracketed[1]!, bracketed[2]!].map((text) =>
      text === '*' ? Number.NaN : Date.parse(text),
    );
    return (time) => !(time < from!) && !(time > to!);
  }
  const [from = Number.NaN, to = from] = label.split(' – ').map(Number);
  return (time) => time >= Date.UTC(from, 0) && time < Date.UTC(to + 1, 0);
}

const bound = (text: string, open: number) => (text === '*' ? open : Number(text));

function reachable(start: string, next: (concept: string) => string[]): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const concept of seen) for (const each of next(concept)) seen.add(each);
  return seen;
}

function memoized<Value>(find: (key: string) => Value): (key: string) => Value {
  const cache = new Map<string, Value>();
  return (key) => {
    const value = cache.get(key) ?? find(key);
    cache.set(key, value);
    return value;
  };
}

function listsByKey() {
  const lists = new Map<string, Set<string>>();
  return {
    add: (key: string, value: string) => lists.set(key, (lists.get(key) ?? new Set()).add(value)),
    of: (key: string) => [...(lists.get(key) ?? [])],
  };
}
