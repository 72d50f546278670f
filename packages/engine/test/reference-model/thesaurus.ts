/** Reference model of a thesaurus: plain objects, scanned for every operation. */
import { facetField } from '@semantic-search/query/thesaurus';

export interface ReferenceConcept {
  uri: string;
  label: string;
  /** Alternative labels. */
  others: string[];
  broader: string[];
  /** Set for deprecated concepts. */
  replacedBy?: string;
  /** A declared member of the scheme. */
  inScheme: boolean;
  /** One of its top concepts. */
  isTop: boolean;
  inCollection: boolean;
}

export interface ReferenceThesaurus {
  concepts: ReferenceConcept[];
}

export const schemeUri = 'https://example.org/scheme';
export const collectionUri = 'https://example.org/collection';

export function asTurtle({ concepts }: ReferenceThesaurus): string {
  const lines = concepts.map((each) =>
    [
      `<${each.uri}> a skos:Concept ; skos:prefLabel "${each.label}"@en`,
      ...each.others.map((label) => `skos:altLabel "${label}"@en`),
      ...each.broader.map((uri) => `skos:broader <${uri}>`),
      ...(each.replacedBy ? [`dct:isReplacedBy <${each.replacedBy}>`] : []),
      ...(each.inScheme ? [`skos:inScheme <${schemeUri}>`] : []),
      ...(each.isTop ? [`skos:topConceptOf <${schemeUri}>`] : []),
    ].join(' ; '),
  );
  const members = concepts.filter(({ inCollection }) => inCollection);
  return [
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix dct: <http://purl.org/dc/terms/> .',
    `<${schemeUri}> a skos:ConceptScheme ; skos:prefLabel "Scheme"@en .`,
    `<${collectionUri}> a skos:Collection ; skos:prefLabel "Collection"@en .`,
    ...members.map(({ uri }) => `<${collectionUri}> skos:member <${uri}> .`),
    ...lines.map((line) => `${line} .`),
  ].join('\n');
}

/** Returns the current concept for a URI; undefined if the thesaurus has none. */
export function resolveConcept({ concepts }: ReferenceThesaurus, uri: string): string | undefined {
  const concept = concepts.find((each) => each.uri === uri);
  return concept?.replacedBy ?? concept?.uri;
}

function narrowerOf({ concepts }: ReferenceThesaurus, uri: string): string[] {
  return concepts.filter(({ broader }) => broader.includes(uri)).map((each) => each.uri);
}

/** Transitive closure, including the start. */
function closure(from: Iterable<string>, step: (uri: string) => string[]): Set<string> {
  const found = new Set(from);
  for (const uri of found) for (const next of step(uri)) found.add(next);
  return found;
}

/** Returns the current concepts of the subjects with all broader ones. */
export function withBroader(thesaurus: ReferenceThesaurus, subjects: string[]): Set<string> {
  const own = subjects.flatMap((uri) => resolveConcept(thesaurus, uri) ?? []);
  return closure(own, (uri) => thesaurus.concepts.find((each) => each.uri === uri)!.broader);
}

/** Values of a concept facet, and those of its first level. */
export interface ReferenceTree {
  within: Set<string>;
  roots: Set<string>;
}

/** `field` refers to all concepts, the scheme, the collection or a concept. */
export function treeOf(thesaurus: ReferenceThesaurus, field: string): ReferenceTree {
  const { concepts } = thesaurus;
  const all = new Set(concepts.map(({ uri }) => uri));
  if (field === 'dyn_uri_all_concepts') return { within: all, roots: highest(thesaurus, all) };
  const current = concepts.filter(({ replacedBy }) => replacedBy === undefined);
  const narrower = (uri: string) => narrowerOf(thesaurus, uri);
  if (field === facetField(schemeUri)) {
    const tops = current.filter(({ isTop }) => isTop).map(({ uri }) => uri);
    const placed = current.filter(({ inScheme, isTop }) => inScheme || isTop).map(({ uri }) => uri);
    // A concept without a scheme belongs to the scheme of a top concept above it.
    const free = new Set(current.map(({ uri }) => uri).filter((uri) => !placed.includes(uri)));
    const below = closure(tops, (uri) => narrower(uri).filter((each) => free.has(each)));
    const within = new Set([...placed, ...below]);
    return { within, roots: tops.length > 0 ? new Set(tops) : highest(thesaurus, within) };
  }
  if (field === facetField(collectionUri)) {
    const within = new Set(current.filter(({ inCollection }) => inCollection).map(({ uri }) => uri));
    return { within, roots: highest(thesaurus, within) };
  }
  const uri = concepts.find((each) => facetField(each.uri) === field)!.uri;
  const roots = narrower(uri);
  return { within: closure(roots, narrower), roots: new Set(roots) };
}

/** Concepts without a broader one in the set. */
function highest({ concepts }: ReferenceThesaurus, among: Set<string>): Set<string> {
  const isHighest = ({ uri, broader }: ReferenceConcept) =>
    among.has(uri) && !broader.some((each) => among.has(each));
  return new Set(concepts.filter(isHighest).map(({ uri }) => uri));
}
