/** Embedded search space: the operations on an open database and the index over it. */
import { type ThesaurusPart, type ThesaurusReport, thesaurusParts } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { getOrInsertLatest } from '@semantic-search/query/collections';
import { runInSlices } from '@semantic-search/query/scheduling';
import type {
  DocumentQuery,
  DocumentScope,
  ExtractedConcept,
  ExtractionQuery,
  Facet,
  FullDocument,
  RankingSettings,
  RelatedQuery,
  ResultDocument,
  SearchQuery,
  SearchResult,
  SpaceDescription,
  SuggestedConcept,
  SuggestionQuery,
  UnresolvedRule,
} from './api.ts';
import { RefreshingSuggester } from './autocomplete/refreshing-suggester.ts';
import { findFacet, offeredFacets } from './facets/find-facet.ts';
import { validateDocuments } from './index-writing/indexable-document.ts';
import { DocumentWarnings } from './ingestion/document-warnings.ts';
import { indexMissing, removeDocuments, type WriteContext } from './ingestion/document-writer.ts';
import { addEmbeddings, documentsToEmbed } from './ingestion/missing-embeddings.ts';
import { countMissing, removeMissing } from './ingestion/missing-from-run.ts';
import { ModelRetagging, resumeRetagging } from './ingestion/retagging.ts';
import { removeThesaurus, replaceThesaurus } from './ingestion/thesaurus-writer.ts';
import { fullDocument } from './presentation/full-document.ts';
import { similarities } from './recommendations/more-like-this.ts';
import { recommenders } from './recommendations/recommenders.ts';
import { relatedDocuments, requireDocument } from './recommendations/related-documents.ts';
import { resolveScope } from './scope/resolve-scope.ts';
import { MAX_CACHED_SCOPES, scopedIndex } from './scope/scoped-index.ts';
import { type SearcherContext, search } from './search/searcher.ts';
import { closedError } from './storage/storage-error.ts';
import { StoredRanking } from './stored-ranking.ts';
import { validateCounts, validateSearch } from './validate-query.ts';
import type {
  DocumentInput,
  DocumentToEmbed,
  ListedDocument,
  SpaceRun,
  TrainingReport,
  WritableSpace,
} from './writable-space.ts';

export interface SpaceParts extends SearcherContext, WriteContext {
  index: WriteContext['index'];
  /** The newest warnings, newest last. */
  notices: readonly string[];
  releaseLock(): void;
}

export class EmbeddedSpace implements WritableSpace {
  readonly #parts: SpaceParts;
  readonly #warnings: DocumentWarnings;
  /** By scope; the empty one is that of the whole space. */
  readonly #suggesters = new Map<string, RefreshingSuggester>();
  readonly #ranking: StoredRanking;
  readonly #retagging: ModelRetagging;
  #closing: Promise<void> | undefined;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
    this.#warnings = new DocumentWarnings(parts.warn);
    this.#ranking = new StoredRanking(parts);
    this.#retagging = new ModelRetagging(parts);
    parts.trainer.onTrained = () => void this.#retagging.run();
  }

  /** Indexes and tags documents that a previous process has not. */
  async recover(): Promise<void> {
    const space = this.#space;
    await space.writes.runExclusive(async () => {
      await indexMissing(space);
      await resumeRetagging(space);
      space.snapshots.saveIfDue(space.index);
    });
    void this.#retagging.run();
  }

  /** Throws `storage-closed` after `close`, so that all operations reject. */
  get #space(): SpaceParts {
    if (this.#closing) throw closedError();
    return this.#parts;
  }

  /** The space with the documents of the scope only. */
  #within<Context extends SearcherContext>(scope: DocumentScope | undefined, context: Context) {
    return scope ? { ...context, index: scopedIndex(context.index, scope) } : context;
  }

  async describe(): Promise<SpaceDescription> {
    const { index, notices } = this.#space;
    const { documents, thesaurus, termDictionary } = index.reader;
    const documentLanguages = termDictionary.languages.map(({ code }) => code);
    const languages = [...new Set([...documentLanguages, ...thesaurus.languages])];
    return {
      documents,
      concepts: thesaurus.currentSize,
      languages: languages.filter((code) => canonicalLanguageTag(code) !== undefined),
      facets: offeredFacets(index.reader),
      recommenders: recommenders.map(({ name }) => name),
      similarities: similarities.map(({ name }) => name),
      ...(notices.length > 0 && { notices: [...notices] }),
    };
  }

  async facets(references: readonly string[]): Promise<(Facet | undefined)[]> {
    const { reader } = this.#space.index;
    return references.map((reference) => findFacet(reference, reader)?.facet);
  }

  async unresolved(scope: DocumentScope): Promise<UnresolvedRule[]> {
    return resolveScope(scope, this.#space.index.reader).unresolved;
  }

  async search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult> {
    signal?.throwIfAborted();
    validateSearch(query, this.#space.embeddings);
    const context = query.ranking ? this.#ranking.contextWith(query.ranking) : this.#space;
    return search(query, this.#within(query.scope, context), signal);
  }

  async suggest(query: SuggestionQuery, signal?: AbortSignal): Promise<SuggestedConcept[]> {
    signal?.throwIfAborted();
    validateCounts(query, 'count');
    const { index } = this.#within(query.scope, this.#space);
    const key = JSON.stringify(query.scope ?? '');
    const suggester = getOrInsertLatest(
      this.#suggesters,
      MAX_CACHED_SCOPES,
      key,
      () => new RefreshingSuggester(),
    );
    return suggester.suggest(query, index);
  }

  async similar(query: RelatedQuery, signal?: AbortSignal): Promise<ResultDocument[]> {
    signal?.throwIfAborted();
    validateCounts(query, 'count', 'summaryLength');
    return relatedDocuments(query, similarities, this.#within(query.scope, this.#space), signal);
  }

  async recommend(query: RelatedQuery, signal?: AbortSignal): Promise<ResultDocument[]> {
    signal?.throwIfAborted();
    validateCounts(query, 'count', 'summaryLength');
    return relatedDocuments(query, recommenders, this.#within(query.scope, this.#space), signal);
  }

  async extract(query: ExtractionQuery, signal?: AbortSignal): Promise<ExtractedConcept[]> {
    signal?.throwIfAborted();
    validateCounts(query, 'count');
    const { tagger } = this.#space;
    const { text, count, scope } = query;
    const language = canonicalLanguageTag(query.language) ?? (await tagger.detectLabelLanguage(text));
    // In slices, since a long text would delay other queries.
    const extractor = scope ? tagger.ruleBasedExtractor() : tagger.extractor();
    return runInSlices(extractor.extract({ text, count, language }, signal));
  }

  async document(id: string, options: DocumentQuery, signal?: AbortSignal): Promise<FullDocument> {
    signal?.throwIfAborted();
    const { scope } = options;
    const space = this.#within(scope, this.#space);
    const stored = requireDocument({ id, scope }, space);
    return runInSlices(fullDocument(stored, space.index.reader, options, signal));
  }

  async put(documents: DocumentInput[]): ReturnType<WritableSpace['put']> {
    const { accepted, refused } = validateDocuments(documents, this.#space.embeddings);
    this.#warnings.check(accepted);
    if (accepted.length > 0) await this.#space.writes.add(accepted);
    return { accepted: accepted.length, refused };
  }

  async delete(id: string): Promise<boolean> {
    const [existed] = await this.deleteAll([id]);
    return existed!;
  }

  async deleteAll(ids: string[]): Promise<boolean[]> {
    const space = this.#space;
    const existing = await space.writes.runExclusive(async () => removeDocuments(space, [...new Set(ids)]));
    return ids.map((id) => existing.has(id));
  }

  async list(after: string | undefined, count: number): Promise<ListedDocument[]> {
    return this.#space.database.list(after ?? '', count);
  }

  async stored(id: string): Promise<DocumentInput | undefined> {
    return this.#space.database.find(id)?.content;
  }

  async latestRun(): Promise<SpaceRun | undefined> {
    return this.#space.database.latestRun();
  }

  async startRun(run: SpaceRun): Promise<void> {
    this.#space.database.startRun(run);
  }

  async addToRun(id: string, part: { documents: string[]; hasUnreadable: boolean }): Promise<boolean> {
    return this.#space.database.addToRun(id, part);
  }

  async hashes(ids: string[]): Promise<(string | undefined)[]> {
    const listed = this.#space.database.listedByIds(ids);
    return ids.map((id) => listed.get(id)?.hash);
  }

  async countMissing(id: string, prefix?: string): Promise<{ documents: number; missing: number }> {
    return countMissing(this.#space, id, prefix);
  }

  async removeMissing(id: string, prefix?: string): Promise<number> {
    return removeMissing(this.#space, id, prefix);
  }

  async completeRun(id: string, removed: number): Promise<void> {
    this.#space.database.completeRun(id, removed);
  }

  async abandonRun(id: string): Promise<boolean> {
    return this.#space.database.abandonRun(id);
  }

  async replaceThesaurus(
    content: AsyncIterable<string | Uint8Array>,
    mediaType: string,
    part?: string,
  ): Promise<ThesaurusReport> {
    return replaceThesaurus(this.#space, content, mediaType, part);
  }

  async removeThesaurus(part: string): Promise<boolean> {
    const space = this.#space;
    return space.writes.runExclusive(() => removeThesaurus(space, part));
  }

  async thesauri(): Promise<ThesaurusPart[]> {
    return thesaurusParts(this.#space.database.thesaurus()?.record);
  }

  async train(): Promise<TrainingReport> {
    return this.#space.trainer.train();
  }

  async ranking(): ReturnType<WritableSpace['ranking']> {
    return this.#ranking.read();
  }

  async replaceRanking(settings: RankingSettings): Promise<void> {
    this.#ranking.replace(settings);
  }

  async documentsToEmbed(count: number): Promise<DocumentToEmbed[]> {
    return documentsToEmbed(this.#space, count);
  }

  async addEmbeddings(computed: { key: number; embedding: Float32Array | null }[]): Promise<void> {
    const space = this.#space;
    await space.writes.runExclusive(() => addEmbeddings(space, computed));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { index, trainer, snapshots, database, writes, releaseLock } = this.#parts;
    this.#retagging.close();
    await writes.runExclusive(async () => {
      await Promise.all([index.close(), trainer.close()]);
      await snapshots.save(index);
      database.close();
      releaseLock();
    });
  }
}
