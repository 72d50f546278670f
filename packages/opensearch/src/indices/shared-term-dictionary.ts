/** Term dictionary shared by all servers, so that both backends analyze queries in the same way. */
import { BackendError } from '@semantic-search/engine/backend';
import { analyzerFor } from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import { type TermDictionary, TermDictionaryBuilder } from '@semantic-search/query/terms';
import { bulk } from '../cluster/bulk.ts';
import { type ClusterSpace, ensureAuxiliaryIndex } from '../cluster/index-template.ts';

/** Words of one language, in their original form and order, including their parts. */
export interface WordRun {
  /** Code of the language of the analyzer. */
  language: string;
  words: string[];
}

/** Entries per response. */
const PAGE_SIZE = 50;
/** Concurrent writes may become visible out of sequence, up to this number of entries. */
const MAX_REORDERED_ENTRIES = 32;

export function sharedTermDictionary(space: ClusterSpace) {
  const { alias, cluster, writing } = space;
  /** All words that ever occurred, which each process loads. */
  const index = `${alias}-words`;
  let loaded = emptyDictionary('');
  /** Serializes writes, so that each word is stored once. */
  let queue: Promise<void> = Promise.resolve();

  /** Reads the entries that are not in the dictionary yet, page by page. */
  async function loadNew({ termDictionary, seen }: LoadedDictionary): Promise<void> {
    for (let isLastPage = false; !isLastPage; ) {
      const hits = await unreadEntries(seen);
      for (const { _source, sort } of hits) {
        await runInSlices(addWords(_source.runs, termDictionary));
        seen.add(sort![0] as number);
      }
      const latest = Math.max(...seen);
      for (const entry of seen) if (entry <= latest - MAX_REORDERED_ENTRIES) seen.delete(entry);
      isLastPage = hits.length < PAGE_SIZE;
    }
  }

  /** The next page of entries, except the entries with these sequence numbers. */
  async function unreadEntries(seen: ReadonlySet<number>) {
    const minSequence = Math.max(-1, ...seen) - MAX_REORDERED_ENTRIES;
    const filter = [{ range: { _seq_no: { gt: minSequence } } }];
    const query = { bool: { filter, must_not: { terms: { _seq_no: [...seen] } } } };
    const body = { size: PAGE_SIZE, query, sort: ['_seq_no'], _source: ['runs'], track_total_hits: false };
    return (await cluster.search<{ runs: WordRun[] }>(`/${index}/_search`, body)).hits;
  }

  async function store(texts: WordRun[]): Promise<void> {
    const { termDictionary } = loaded;
    const runs = await runInSlices(unknownWords(texts, termDictionary.current()));
    if (runs.length === 0) return;
    // Explicit id, so that a retry after a lost response creates no duplicate.
    const entry = { action: { create: { _id: crypto.randomUUID() } }, record: { runs } };
    const [outcome] = await bulk([entry], `/${index}/_bulk`, writing);
    if (outcome?.error && outcome.status !== 409)
      throw new BackendError('server-error', `Words were rejected: ${outcome.error.reason}`);
    await runInSlices(addWords(runs, termDictionary));
  }

  return {
    /** Name of the words index. */
    index,
    /** Creates the index if it does not exist. */
    create: () => ensureAuxiliaryIndex(index, space, { _meta: { id: crypto.randomUUID() } }),
    /** Loads all stored words; `id` is the identity of the index from its mapping. */
    async load(id: string): Promise<TermDictionary> {
      if (loaded.id !== id) loaded = emptyDictionary(id);
      const dictionary = loaded;
      await loadNew(dictionary);
      return dictionary.termDictionary.current();
    },
    /** Resolves when all words are stored. Write documents only then, because queries find only stored words. */
    add(texts: WordRun[]): Promise<void> {
      const stored = queue.then(() => store(texts));
      queue = stored.catch(() => undefined);
      return stored;
    },
  };
}

type LoadedDictionary = ReturnType<typeof emptyDictionary>;

/** `seen` has the sequence numbers of the latest loaded entries. */
function emptyDictionary(id: string) {
  return { id, termDictionary: new TermDictionaryBuilder(), seen: new Set<number>() };
}

/** Words per step of a cooperative task, a few milliseconds. */
const WORDS_PER_STEP = 1000;

function* addWords(runs: WordRun[], termDictionary: TermDictionaryBuilder): CooperativeTask<void> {
  for (const { language, words } of runs) {
    const analyzer = analyzerFor(language);
    const formAt = termDictionary.formLookup(analyzer);
    const forms: [form: number, occurrences: number][] = [];
    for (const [i, word] of words.entries()) {
      forms.push([formAt(word, 0, word.length), 1]);
      if ((i + 1) % WORDS_PER_STEP === 0) yield;
    }
    termDictionary.add({ languages: [[termDictionary.languageNumber(analyzer), 1]], forms });
    yield;
  }
}

/** New words per language, without duplicates, and new languages. */
function* unknownWords(texts: WordRun[], termDictionary: TermDictionary): CooperativeTask<WordRun[]> {
  const languages = new Set(termDictionary.languages.map(({ code }) => code));
  const seen = new Map<string, Set<string>>();
  const runs: WordRun[] = [];
  for (const { language, words } of texts) {
    const isNewLanguage = !languages.has(language) && !seen.has(language);
    const analyzer = analyzerFor(language);
    const isKnown = (word: string) => termDictionary.has(word, analyzer);
    const seenOfLanguage = getOrInsert(seen, language, () => new Set());
    const newWords = yield* newWordsIn(words, seenOfLanguage, isKnown);
    if (isNewLanguage || newWords.length > 0) runs.push({ language, words: newWords });
    yield;
  }
  return runs;
}

/** Words that are neither known nor seen, and from now on seen. */
function* newWordsIn(words: string[], seen: Set<string>, isKnown: (word: string) => boolean) {
  const newWords: string[] = [];
  for (const [i, word] of words.entries()) {
    if ((i + 1) % WORDS_PER_STEP === 0) yield;
    if (seen.has(word)) continue;
    seen.add(word);
    if (!isKnown(word)) newWords.push(word);
  }
  return newWords;
}
