/** Routes of concepts of a thesaurus: list, change, export (how-to/synonyms-and-categories.md). */
import { Readable } from 'node:stream';
import type Router from '@koa/router';
import {
  type Concept,
  ConceptInput,
  type ConceptLabel,
  type ConceptList,
  ConceptListParameters,
} from '@semantic-search/contract';
import type { SpaceContent, ThesaurusOperations, WritableBackend } from '@semantic-search/engine/backend';
import { deserializeThesaurus, editConcept, exportThesaurus } from '@semantic-search/query';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Context } from 'koa';
import { type Execute, queries } from '../backends/call.ts';
import { rejectInvalid } from '../errors/problem.ts';
import { taskQueue } from '../filesystem/durable-document.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import { allDocuments } from './profile-space.ts';
import { contentOf, spaceName, unsupportedOperation } from './requested-space.ts';
import { unreadable } from './thesaurus-routes.ts';

interface ConceptDependencies {
  backend: WritableBackend;
  execute: Execute;
  timeoutMs: number;
}

const KINDS: readonly ConceptLabel['kind'][] = ['preferred', 'alternative', 'hidden'];
const MAX_COUNTED_CONCEPTS = 10_000;

export function addConceptRoutes(router: Router, dependencies: ConceptDependencies): void {
  // An edit is based on the stored parts, so edits wait for each other.
  const inTurn = taskQueue();
  router.get('/:space/concepts', async (ctx) => {
    const name = spaceName(ctx);
    const parameters = parseQuery(ConceptListParameters, ctx.query);
    const { record } = await editable(name, dependencies.backend);
    ctx.body = await listConcepts(name, await record(), { ...dependencies, parameters });
  });
  router.put('/:space/concepts/:concept', (ctx) => inTurn(() => putConcept(ctx, dependencies)));
  router.get('/:space/thesaurus', async (ctx) => {
    const name = spaceName(ctx);
    const { record } = await editable(name, dependencies.backend);
    ctx.attachment(`${name}.nt`);
    ctx.type = 'application/n-triples';
    ctx.body = exportThesaurus(await record());
  });
}

async function editable(name: string, backend: WritableBackend) {
  const { originals, thesaurus }: SpaceContent = await contentOf(name, backend);
  if (originals && thesaurus) return { thesaurus, record: () => originals.thesaurus() };
  throw unsupportedOperation(`Another service manages the thesaurus of the search space "${name}".`, '');
}

async function putConcept(ctx: Context, dependencies: ConceptDependencies): Promise<void> {
  const name = spaceName(ctx);
  const uri: string = ctx.params.concept ?? '';
  const { labels, broader } = parse(ConceptInput, readJson(ctx, searchBodyLimit));
  requireValid(uri, labels, broader);
  const { thesaurus, record } = await editable(name, dependencies.backend);
  const edit = {
    uri,
    labels: labels.map(({ text, language, kind }) => ({
      text,
      language: language.toLowerCase(),
      kind: KINDS.indexOf(kind) as 0 | 1 | 2,
    })),
    broader,
  };
  for (const [part, triples] of editConcept(await record(), edit))
    await replacePart(thesaurus, part, triples);
  const parameters = { uri };
  const { concepts } = await listConcepts(name, await record(), { ...dependencies, parameters });
  ctx.body = concepts[0];
}

async function replacePart(thesaurus: ThesaurusOperations, part: string, triples: string): Promise<void> {
  if (triples === '') await thesaurus.removeThesaurus(part);
  else
    await thesaurus
      .replaceThesaurus(Readable.from([triples]), 'application/n-triples', part)
      .catch(unreadable);
}

function requireValid(uri: string, labels: readonly ConceptLabel[], broader: readonly string[]): void {
  const problems: [isWrong: boolean, key: string, message: string][] = [
    [!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|^`\\]+$/i.test(uri), 'concept', 'must be an absolute URI'],
    [!labels.some(({ kind }) => kind === 'preferred'), 'labels', 'must have a preferred label'],
    [broader.includes(uri), 'broader', 'must not be the concept itself'],
  ];
  rejectInvalid(problems.flatMap(([isWrong, key, message]) => (isWrong ? { key, message } : [])));
}

interface Listing extends ConceptDependencies {
  parameters: ConceptListParameters;
}

async function listConcepts(
  name: string,
  record: Uint8Array | undefined,
  { execute, timeoutMs, parameters }: Listing,
): Promise<ConceptList> {
  if (!record) return { concepts: [], total: 0 };
  const { thesaurus } = deserializeThesaurus(record);
  const { language, count = 200 } = parameters;
  const ordinals = matching(thesaurus, parameters);
  const sorted = ordinals
    .map((ordinal) => ({ ordinal, label: thesaurus.label(ordinal, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const { signal } = new AbortController();
  const deadline = performance.now() + timeoutMs;
  const documents = await documentCounts(queries(execute, { space: name, client: '', signal, deadline }));
  const concepts = sorted.slice(0, count).map(({ ordinal, label }): Concept => {
    const uri = thesaurus.uri(ordinal);
    return {
      uri,
      label,
      labels: thesaurus
        .labels(ordinal)
        .map(({ text, language, kind }) => ({ text, language, kind: KINDS[kind]! })),
      broader: [...thesaurus.broader(ordinal)].map((other) => ({
        uri: thesaurus.uri(other),
        label: thesaurus.label(other, language),
      })),
      narrower: thesaurus.narrower(ordinal).length,
      documents: documents.get(uri) ?? 0,
    };
  });
  return { concepts, total: ordinals.length };
}

function matching(thesaurus: Thesaurus, { uri, broader, text }: ConceptListParameters): number[] {
  const ordinalsOf = (one: string) => [thesaurus.ordinal(one)].filter((ordinal) => ordinal !== undefined);
  if (uri !== undefined) return ordinalsOf(uri);
  const all =
    broader === undefined
      ? Array.from({ length: thesaurus.size }, (_, ordinal) => ordinal)
      : ordinalsOf(broader).flatMap((ordinal) => [...thesaurus.narrower(ordinal)]);
  const current = all.filter((ordinal) => !thesaurus.deprecated(ordinal));
  if (text === undefined)
    return broader === undefined
      ? current.filter((ordinal) => thesaurus.broader(ordinal).length === 0)
      : current;
  const wanted = text.toLocaleLowerCase();
  return current.filter((ordinal) =>
    thesaurus.labels(ordinal).some((label) => label.text.toLocaleLowerCase().includes(wanted)),
  );
}

/** By URI; a backend that cannot count them all has none. */
async function documentCounts(space: ReturnType<typeof queries>): Promise<Map<string, number>> {
  const facet = {
    field: ALL_CONCEPTS_FIELD,
    mode: 'flat',
    depth: 0,
    limit: MAX_COUNTED_CONCEPTS,
    sorting: 'count',
    order: 'desc',
    includeEmpty: false,
  } as const;
  const { facets } = await space.search({ ...allDocuments, facets: [facet] }).catch(() => ({ facets: [] }));
  return new Map(facets[0]?.values.map(({ value, count }) => [value ?? '', count]));
}
