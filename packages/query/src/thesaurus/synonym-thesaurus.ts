/** Synonym rules as a SKOS thesaurus in Turtle. */
import { getOrInsert } from '../collections/get-or-insert.ts';
import { stableId } from './rdf/statement.ts';

/** Scheme whose concepts expand queries only: they are not subjects of documents, facet values or suggestions. */
export const SYNONYM_SCHEME = 'urn:semantic-search:synonyms';

export interface SynonymRule {
  /** Words that visitors type. */
  from: string[];
  /** Words that are also searched. Equal to `from` for words that stand for each other. */
  to: string[];
}

/** For example, `{ from: ['sofa', 'couch'], to: ['sofa', 'couch'] }` becomes one concept with two labels. */
export function synonymThesaurus(rules: readonly SynonymRule[]): string {
  return [
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .',
    `<${SYNONYM_SCHEME}> a skos:ConceptScheme ; skos:prefLabel "Synonyms"@en .`,
    ...conceptsOf(rules).map(turtleOf),
  ].join('\n');
}

type SynonymConcept = { labels: string[]; hidden: Set<string> };

/** Synonyms are labels of one concept. A one-way rule makes each target a concept, with the typed word as an unsearched hidden label. */
function conceptsOf(rules: readonly SynonymRule[]): SynonymConcept[] {
  const concepts = new Map<string, SynonymConcept>();
  const conceptOf = (labels: string[]) =>
    getOrInsert(concepts, JSON.stringify(labels), () => ({ labels, hidden: new Set<string>() }));
  for (const { from, to } of rules) {
    const targets = to.filter((term) => !from.includes(term));
    const isOneWay = targets.length > 0 || from.some((term) => !to.includes(term));
    if (!isOneWay) conceptOf(from);
    for (const target of targets) {
      const { hidden } = conceptOf([target]);
      for (const term of from) hidden.add(term);
    }
  }
  return [...concepts.values()];
}

/** Labels have no language, so they apply to all. */
function turtleOf({ labels, hidden }: SynonymConcept): string {
  const [preferred, ...alternative] = labels;
  const members = [
    `<${SYNONYM_SCHEME}:${stableId(labels)}> a skos:Concept ; skos:inScheme <${SYNONYM_SCHEME}>`,
    `skos:prefLabel ${JSON.stringify(preferred)}`,
    ...alternative.map((label) => `skos:altLabel ${JSON.stringify(label)}`),
    ...[...hidden].map((label) => `skos:hiddenLabel ${JSON.stringify(label)}`),
  ];
  return `${members.join(' ; ')} .`;
}
