/** Synonym rules as a SKOS thesaurus in Turtle. */
import { hash } from 'node:crypto';

/** Scheme whose concepts expand queries only: they are not subjects of documents, facet values or suggestions. */
export const SYNONYM_SCHEME = 'urn:semantic-search:synonyms';

export interface SynonymRule {
  /** Words that visitors type. */
  from: string[];
  /** Words that are also searched. Equal to `from` for words that stand for each other. */
  to: string[];
}

/**
 * Words that stand for each other are labels of one concept. In a one-way rule, each target is a concept, and what visitors type is
 * its hidden label: hidden labels are recognized but not searched. Labels have no language, so they apply to all.
 */
export function synonymThesaurus(rules: readonly SynonymRule[]): string {
  const concepts = new Map<string, { labels: string[]; hidden: Set<string> }>();
  for (const { from, to } of rules) {
    const isOneWay = from.some((term) => !to.includes(term)) || to.some((term) => !from.includes(term));
    const groups = isOneWay ? to.filter((term) => !from.includes(term)).map((term) => [term]) : [from];
    for (const labels of groups) {
      const key = JSON.stringify(labels);
      const concept = concepts.get(key) ?? { labels, hidden: new Set() };
      if (isOneWay) for (const term of from) concept.hidden.add(term);
      concepts.set(key, concept);
    }
  }
  const statements = [...concepts.values()].map(({ labels, hidden }) => {
    const [preferred, ...alternative] = labels;
    return [
      `<${SYNONYM_SCHEME}:${stableId(labels)}> a skos:Concept ; skos:inScheme <${SYNONYM_SCHEME}>`,
      `skos:prefLabel ${JSON.stringify(preferred)}`,
      ...alternative.map((label) => `skos:altLabel ${JSON.stringify(label)}`),
      ...[...hidden].map((label) => `skos:hiddenLabel ${JSON.stringify(label)}`),
    ].join(' ; ');
  });
  return [
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .',
    `<${SYNONYM_SCHEME}> a skos:ConceptScheme ; skos:prefLabel "Synonyms"@en .`,
    ...statements.map((statement) => `${statement} .`),
  ].join('\n');
}

function stableId(labels: string[]): string {
  return hash('sha256', JSON.stringify(labels), 'base64url').slice(0, 24);
}
