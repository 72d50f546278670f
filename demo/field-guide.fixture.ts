/** Test data of the Field guide: thesaurus and documents, parsed without the engine, and a search space. */
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchResult, WritableSpace } from '@semantic-search/engine';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { Parser } from 'n3';
import { afterAll, beforeAll } from 'vitest';

export interface Concept {
  /** Every preferred label as [text, language]. */
  preferred: [string, string][];
  alternative: [string, string][];
  /** Languages that have a definition. */
  defined: string[];
  broader: string[];
  related: string[];
  schemes: string[];
  topOf: string[];
}

export interface GuideDocument {
  id: string;
  title: string;
  description: string;
  link: string;
  /** Path of the picture on the server of the demo. */
  image: string;
  date: string;
  language: string;
  type: string;
  family: string;
  mass: number;
  length: number;
  lifespan: number;
  subjects: string[];
}

const skos = 'http://www.w3.org/2004/02/skos/core#';
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

export const root = 'https://field-guide.example/';

/** Concepts and schemes by URI; throws if the thesaurus uses anything but plain SKOS. */
export async function readThesaurus(): Promise<{ concepts: Map<string, Concept>; schemes: Set<string> }> {
  const quads = new Parser().parse(await readData('field-guide.ttl'));
  const ofType = (type: string) =>
    quads.filter(({ predicate, object }) => predicate.value === rdfType && object.value === skos + type);
  const schemes = new Set(ofType('ConceptScheme').map(({ subject }) => subject.value));
  const concepts = new Map<string, Concept>(ofType('Concept').map(({ subject }) => [subject.value, empty()]));
  for (const { subject, predicate, object } of quads) {
    const concept = concepts.get(subject.value);
    if (!concept || predicate.value === rdfType) continue;
    const language = object.termType === 'Literal' ? object.language : '';
    add(concept, predicate.value.replace(skos, ''), object.value, language);
  }
  return { concepts, schemes };
}

export async function readDocuments(): Promise<GuideDocument[]> {
  const lines = (await readData('field-guide.ndjson')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as GuideDocument);
}

/** `language` can be empty; `count` is the number of documents, default 3. */
export type AskFieldGuide = (input: string, language?: string, count?: number) => Promise<SearchResult>;

/** Opens a search space with the Field guide for all tests of a file; call it at the top level. */
export function askedFieldGuide(): AskFieldGuide {
  let directory: string;
  let space: WritableSpace;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'field-guide-'));
    space = await openSpace(directory);
    await space.replaceThesaurus(createReadStream(dataFile('field-guide.ttl')), 'text/turtle');
    await space.put((await readDocuments()).map((document) => ({ ...document })));
  });
  afterAll(async () => {
    await space.close();
    await rm(directory, { recursive: true });
  });
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [], summaryLength: 0 };
  return (input, language, count = 3) =>
    space.search({ input, ...(language && { language }), sort, start: 0, count, ...nothing });
}

function add(concept: Concept, property: string, value: string, language: string): void {
  if (property === 'prefLabel') concept.preferred.push([value, language]);
  else if (property === 'altLabel') concept.alternative.push([value, language]);
  else if (property === 'definition') concept.defined.push(language);
  else if (property === 'broader') concept.broader.push(value);
  else if (property === 'related') concept.related.push(value);
  else if (property === 'inScheme') concept.schemes.push(value);
  else if (property === 'topConceptOf') concept.topOf.push(value);
  else throw new Error(`The Field guide does not use ${property}.`);
}

const empty = (): Concept => ({
  preferred: [],
  alternative: [],
  defined: [],
  broader: [],
  related: [],
  schemes: [],
  topOf: [],
});

const dataFile = (name: string) => new URL(`data/${name}`, import.meta.url);
const readData = (name: string) => readFile(dataFile(name), 'utf8');
