/** Documents and facets for agents: without positions, pictures and repeated members. Pure. */
import type * as api from '@semantic-search/contract';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { exchangedNames } from '../search/present.ts';
import { oneLine, webLink } from './plain-text.ts';

type Head = Pick<api.RetrievedDocument, 'id' | 'title' | 'link' | 'date'> & { language?: string | undefined };

/** The members that short and full documents share, except their concepts. */
export function documentHead({ id, title, link, date, language }: Head) {
  return {
    id,
    title: oneLine(title),
    link: webLink(link),
    ...(date !== null && { date: new Date(date).toISOString() }),
    ...(language && { language }),
  };
}

export function agentDocument(document: api.RetrievedDocument): api.AgentDocument {
  return {
    ...documentHead(document),
    concepts: conceptsOf(document.facetList),
    summary: oneLine(document.description),
    ...(document.sections && {
      sections: document.sections.map(({ heading, url, text }) => ({
        heading: oneLine(heading),
        link: webLink(url),
        text: oneLine(text),
      })),
    }),
  };
}

export function agentPassage({ document, heading, anchor, text }: api.Passage): api.AgentPassage {
  const page = webLink(document.link);
  const fragment = anchor && page ? `#${encodeURIComponent(oneLine(anchor))}` : '';
  return {
    document: document.id,
    title: oneLine(document.title),
    heading: oneLine(heading),
    link: fragment ? page.split('#', 1)[0] + fragment : page,
    text: oneLine(text),
  };
}

function conceptsOf(groups: api.FacetGroup[]) {
  const allConcepts = groups.find(({ field }) => field === ALL_CONCEPTS_FIELD);
  return (allConcepts?.facets ?? []).map((refiner) => {
    const { label, value } = exchangedNames(ALL_CONCEPTS_FIELD, refiner);
    return { uri: value ?? label, label };
  });
}

/** The trees of values as one list, each value before its children. */
export function agentFacets({ field, label, facets }: api.FacetGroup): api.AgentFacet {
  const flatten = (refiners: api.Refiner[], level: number): api.AgentFacet['values'] =>
    refiners.flatMap((refiner) => [
      { ...exchangedNames(field, refiner), count: refiner.count, level },
      ...flatten(refiner.children ?? [], level + 1),
    ]);
  return { field, label, values: flatten(facets, 0) };
}
