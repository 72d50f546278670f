/** Routes of concepts of a thesaurus: list, change, export (how-to/synonyms-and-categories.md). */
import { Readable } from 'node:stream';
import * as api from '@semantic-search/contract';
import type { ThesaurusOperations } from '@semantic-search/engine/backend';
import { deserializeThesaurus, editConcept, exportThesaurus } from '@semantic-search/query';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Context } from 'koa';
import { allDocuments, byFrequency } from '../backends/plain-queries.ts';
import { internalCall, queries, type SpaceQueries } from '../backends/space-queries.ts';
import { canonicalTag } from '../configurations/accept-texts.ts';
import { rejectInvalid } from '../errors/problem.ts';
import { taskQueue } from '../filesystem/task-queue.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import type { RankingDependencies } from './ranking-routes.ts';
import { contentOf, supported } from './requested-space.ts';
import { rejectUnreadable } from './thesaurus-routes.ts';

/** Kinds in the order of their numbers in the thesaurus. */
const KINDS: readonly api.ConceptLabel['kind'][] = ['preferred', 'alternative', 'hidden'];
/** Number of the most frequent concepts for which the list has document counts. */
const MAX_COUNTED_CONCEPTS = 10_000;

const N_TRIPLES = 'application/n-triples';

export function conceptOperations({ backend, execute, timeoutMs }: RankingDependencies) {
  // An edit reads the stored parts before it replaces them, so edits wait for each other.
  const inTurn = taskQueue();

  async function openThesaurus(ctx: Context) {
    const content = await contentOf(ctx, backend);
    const thesaurus = supported(content.thesaurus, 'concepts', ctx);
    const originals = supported(content.originals, 'concepts', ctx);
    const count = () => documentCounts(queries(execute, internalCall(ctx.params.space, timeoutMs)));
    return { thesaurus, readRecord: () => originals.thesaurus(), count };
  }

  return {
    async listConcepts(ctx: Context): Promise<api.ConceptList> {
      const parameters = parseQuery(api.ConceptListParameters, ctx.query);
      const { readRecord, count } = await openThesaurus(ctx);
      return listConcepts(await readRecord(), parameters, count);
    },
    putConcept: (ctx: Context): Promise<api.Concept | undefined> =>
      inTurn(async () => {
        const uri: string = ctx.params.concept;
        const { labels, broader } = parse(api.ConceptInput, readJson(ctx, searchBodyLimit));
        rejectInvalidConcept(uri, labels, broader);
        const { thesaurus, readRecord, count } = await openThesaurus(ctx);
        const newLabels = labels.map(({ text, language, kind }) => {
          return { text, language: language.toLowerCase(), kind: KINDS.indexOf(kind) as 0 | 1 | 2 };
        });
        for (const [part, triples] of editConcept(await readRecord(), { uri, labels: newLabels, broader }))
          await replacePart(thesaurus, part, triples);
        return (await listConcepts(await readRecord(), { uri }, count)).concepts[0];
      }),
    async exportThesaurus(ctx: Context): Promise<string> {
      const { readRecord } = await openThesaurus(ctx);
      ctx.attachment(`${ctx.params.space}.nt`);
      ctx.type = N_TRIPLES;
      return exportThesaurus(await readRecord());
    },
  };
}

/** The concepts that match the parameters, in the order of their labels. `count` resolves to document counts by URI. */
async function listConcepts(
  record: Uint8Array | undefined,
  parameters: api.ConceptListParameters,
  count: () => ReturnType<typeof documentCounts>,
): Promise<api.ConceptList> {
  if (!record) return { concepts: [], total: 0 };
  const { thesaurus } = deserializeThesaurus(record);
  const { language, count: maximum = 200 } = parameters;
  const collation = canonicalTag(language ?? '');
  const ordinals = matchingOrdinals(thesaurus, parameters);
  const sorted = ordinals
    .map((ordinal) => ({ ordinal, label: thesaurus.label(ordinal, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, collation));
  const documents = await count();
  const concepts = sorted.slice(0, maximum).map(({ ordinal, label }): api.Concept => {
    const uri = thesaurus.uri(ordinal);
    return {
      uri,
      label,
      labels: thesaurus.labels(ordinal).map((ownLabel) => ({ ...ownLabel, kind: KINDS[ownLabel.kind]! })),
      broader: [...thesaurus.broader(ordinal)].map((parent) => {
        return { uri: thesaurus.uri(parent), label: thesaurus.label(parent, language) };
      }),
      narrower: thesaurus.narrower(ordinal).length,
      documents: documents.get(uri) ?? 0,
    };
  });
  return { concepts, total: ordinals.length };
}

async function replacePart(thesaurus: ThesaurusOperations, part: string, triples: string): Promise<void> {
  if (triples === '') await thesaurus.removeThesaurus(part);
  else await thesaurus.replaceThesaurus(Readable.from([triples]), N_TRIPLES, part).catch(rejectUnreadable);
}

function rejectInvalidConcept(uri: string, labels: readonly api.ConceptLabel[], broader: readonly string[]) {
  const errors: api.FieldError[] = [];
  const isAbsoluteUri = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|^`\\]+$/i.test(uri);
  if (!isAbsoluteUri) errors.push({ key: 'concept', message: 'must be an absolute URI' });
  if (!labels.some(({ kind }) => kind === 'preferred'))
    errors.push({ key: 'labels', message: 'must have a preferred label' });
  if (broader.includes(uri)) errors.push({ key: 'broader', message: 'must not be the concept itself' });
  rejectInvalid(errors);
}

/** With a URI, the ordinal of its concept. Otherwise the ordinals of concepts with the text, all or below `broader`. */
function matchingOrdinals(thesaurus: Thesaurus, { uri, broader, text }: api.ConceptListParameters): number[] {
  if (uri !== undefined) {
    const ordinal = thesaurus.ordinal(uri);
    return ordinal === undefined ? [] : [ordinal];
  }
  const words = text?.toLowerCase();
  return candidatesBelow(broader, thesaurus).filter((ordinal) => {
    if (thesaurus.deprecated(ordinal)) return false;
    if (words !== undefined)
      return thesaurus.labels(ordinal).some((label) => label.text.toLowerCase().includes(words));
    // Without a text, a list of the whole thesaurus has only the concepts at its top.
    return broader !== undefined || thesaurus.broader(ordinal).length === 0;
  });
}

function candidatesBelow(broader: string | undefined, thesaurus: Thesaurus): number[] {
  if (broader === undefined) return Array.from({ length: thesaurus.size }, (_, ordinal) => ordinal);
  const parent = thesaurus.ordinal(broader);
  return parent === undefined ? [] : [...thesaurus.narrower(parent)];
}

/** Document counts by URI; empty if the backend cannot count all concepts. */
async function documentCounts(space: SpaceQueries): Promise<Map<string, number>> {
  const facet = { ...byFrequency, field: ALL_CONCEPTS_FIELD, limit: MAX_COUNTED_CONCEPTS };
  const { facets } = await space.search({ ...allDocuments, facets: [facet] }).catch(() => ({ facets: [] }));
  return new Map(facets[0]?.values.map(({ value, count }) => [value ?? '', count]));
}
