/** Documents that go with one document: what the plugins for similarity and recommendation have in common. */
import type { Generation, Part } from '../index/generation.ts';
import { findKey } from '../index/segment.ts';
import { conceptsOf, presenter } from '../query/present.ts';
import type { Holdings } from '../query/search.ts';
import { type FoundDocument, QuestionError, type RelatedQuestion } from '../questions.ts';
import type { StoredDocument } from '../storage/database.ts';
import { documentsWith, type Evidence, expandedConcepts, scoresOf } from './likeness.ts';

/** The document asked about. */
export interface Source {
  stored: StoredDocument;
  part: Part;
  document: number;
  /** What it is tagged with. */
  concepts: number[];
}

export interface RelatedHit {
  part: Part;
  document: number;
  score: number;
}

/** A way to find documents that go with one; registered by its name, tried by its order. */
export interface RelatedPlugin {
  name: string;
  /** The lowest that can handle a document is the default for it. */
  order: number;
  canHandle(source: Source, space: Holdings): boolean;
  /** Best first, without the source itself, at most `count`. Scores compare within one answer only. */
  find(source: Source, space: Holdings, count: number, signal?: AbortSignal): RelatedHit[];
}

/** Rejects with `unknown-document` or `unknown-plugin`. */
export function relatedDocuments(
  question: RelatedQuestion,
  plugins: readonly RelatedPlugin[],
  space: Holdings,
  signal?: AbortSignal,
): FoundDocument[] {
  const inOrder = [...plugins].sort((a, b) => a.order - b.order);
  const named = question.plugin ? inOrder.find(({ name }) => name === question.plugin) : undefined;
  if (question.plugin && !named) {
    const names = inOrder.map(({ name }) => name).join(', ');
    throw new QuestionError('unknown-plugin', `There is no plugin ${question.plugin}, only ${names}.`);
  }
  const source = sourceOf(question.id, space);
  if (!source) return [];
  const plugin = (named ? [named] : inOrder).find((each) => each.canHandle(source, space));
  const hits = plugin?.find(source, space, question.count, signal) ?? [];
  const present = presenter(space, { marked: [], markedLabels: [] }, question.language);
  const shared = sharedConcepts(source, space.index.generation);
  const { thesaurus } = space.index.generation.thesaurus;
  return hits.flatMap((hit) => {
    const stored = space.database.byKey(hit.part.segment.keys[hit.document]!);
    // Deleted since the index was asked.
    if (!stored) return [];
    const found = present(stored, hit.score, question.documentFacets, question.summaryLength);
    const named = shared(hit).map((concept) => ({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, question.language),
    }));
    return [{ ...found, sharedConcepts: named }];
  });
}

function sourceOf(id: string, { database, index }: Holdings): Source | undefined {
  const stored = database.find(id);
  if (!stored) throw new QuestionError('unknown-document', `The search space has no document ${id}.`);
  for (const part of index.generation.parts) {
    const document = findKey(part.segment, stored.key);
    if (document < 0) continue;
    return { stored, part, document, concepts: conceptsOf(stored, index.generation.thesaurus.thesaurus) };
  }
  return undefined;
}

const MOST_SHARED = 10;

/**
 * Concepts that two documents are both about, directly or by something narrower: first those that the source is
 * tagged with, and of these first what the fewest documents have.
 */
function sharedConcepts(source: Source, generation: Generation) {
  const { thesaurus } = generation.thesaurus;
  const expanded = new Set(expandedConcepts(source.part, source.document));
  const tags = new Set(source.concepts);
  const rank = (concept: number) =>
    documentsWith(generation, concept) + (tags.has(concept) ? 0 : generation.documents);
  return ({ part, document }: RelatedHit): number[] => {
    const both = [...expandedConcepts(part, document)].filter((concept) => expanded.has(concept));
    // What is broader than another shared concept says nothing more.
    const above = new Set(both.flatMap((concept) => [...thesaurus.ancestors(concept)]));
    const telling = both.filter((concept) => !above.has(concept) || tags.has(concept));
    const ranks = new Map(telling.map((concept) => [concept, rank(concept)]));
    return telling.sort((a, b) => ranks.get(a)! - ranks.get(b)!).slice(0, MOST_SHARED);
  };
}

/** A kind of evidence and how much of the whole it is to make up. */
export interface WeighedEvidence {
  evidence: Evidence[];
  share: number;
  /** Evidence that documents have less of because they have much of everything. */
  byTags: boolean;
}

/**
 * The documents that most evidence speaks for. Each kind of evidence counts as a share of what speaks for the source
 * itself, so that kinds can be added up.
 */
export function bestByEvidence(
  source: Source,
  { index: { generation } }: Holdings,
  kinds: WeighedEvidence[],
  count: number,
  accepts: (part: Part, document: number) => boolean = () => true,
  signal?: AbortSignal,
): RelatedHit[] {
  const scorers = kinds.map(() => scoresOf());
  const tagged = (part: Part, document: number) =>
    part.segment.subjectStarts[document + 1]! - part.segment.subjectStarts[document]!;
  const damped = (kind: WeighedEvidence, score: number, part: Part, document: number) =>
    kind.byTags ? score / Math.sqrt(Math.max(1, tagged(part, document))) : score;
  const wholes = kinds.map((kind) => {
    const all = kind.evidence.reduce((sum, { weight }) => sum + weight, 0);
    return damped(kind, all, source.part, source.document) || 1;
  });
  const best: RelatedHit[] = [];
  for (const part of generation.parts) {
    signal?.throwIfAborted();
    const scored = kinds.map((kind, i) => scorers[i]!(part, kind.evidence, generation.averageLength));
    scored.forEach(({ touched }, first) => {
      for (const document of touched) {
        // Met already by a kind before.
        if (scored.slice(0, first).some(({ values }) => values[document] !== 0)) continue;
        if (part.deleted?.[document] === 1) continue;
        let score = 0;
        for (let i = first; i < kinds.length; i++) {
          const kind = kinds[i]!;
          score += (kind.share * damped(kind, scored[i]!.values[document]!, part, document)) / wholes[i]!;
        }
        if (best.length === count && score <= best[count - 1]!.score) continue;
        if (part === source.part && document === source.document) continue;
        if (accepts(part, document)) insert(best, { part, document, score }, count);
      }
    });
  }
  return best;
}

function insert(best: RelatedHit[], hit: RelatedHit, count: number): void {
  let at = best.length;
  while (at > 0 && best[at - 1]!.score < hit.score) at--;
  best.splice(at, 0, hit);
  if (best.length > count) best.pop();
}
