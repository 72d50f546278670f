/**
 * The words that documents of a space ever had, each as it was written first in a language. They are kept in an index of
 * their own, in the order in which they were met, and are in each process the vocabulary of the engine, by which an input
 * is read: forms of words, beginnings, compounds and near spellings are the same in both engines.
 */
import {
  analyzerFor,
  type CooperativeTask,
  runInSlices,
  type TermDictionary,
  TermDictionaryBuilder,
} from '@semantic-search/engine';
import { BackendError } from '../backend-error.ts';
import { makeBeside } from './auxiliary-index.ts';
import { isBusy, itemsOf, retrying, silent } from './bulk.ts';
import type { Cluster } from './cluster.ts';

/** Words of one language, in the order in which they were met. */
interface Run {
  language: string;
  words: string[];
}

export interface SpaceWords {
  /** The index that they are kept in. */
  index: string;
  /** Makes the index where there is none. */
  begin(): Promise<void>;
  /** All that are kept by now; `id` is that of the index, by its mapping. */
  upToDate(id: string): Promise<TermDictionary>;
  /** Resolves when all words of these texts are kept: before that, nobody would find a document by a new one. */
  meet(texts: Run[]): Promise<void>;
}

/** Entries in one answer. */
const page = 50;
/** So many entries may be on their way at a time, and be seen in another order than that of their numbers. */
const overlap = 32;

export function spaceWords(
  alias: string,
  { cluster, writing }: { cluster: Cluster; writing: Cluster },
  replicas: string,
): SpaceWords {
  const index = `${alias}-words`;
  let known = knownBy('');
  /** New words are kept by one after another, so that each is kept once. */
  let turn: Promise<void> = Promise.resolve();

  async function readOn({ vocabulary, seen }: Known): Promise<void> {
    for (;;) {
      const from = Math.max(-1, ...seen) - overlap;
      const later = [{ range: { _seq_no: { gt: from } } }];
      const query = { bool: { filter: later, must_not: { terms: { _seq_no: [...seen] } } } };
      const body = { size: page, query, sort: ['_seq_no'], _source: ['runs'], track_total_hits: false };
      const { hits } = await cluster.search<{ runs: Run[] }>(`/${index}/_search`, body);
      for (const { _source, sort } of hits) {
        await runInSlices(add(_source.runs, vocabulary));
        seen.add(sort![0] as number);
      }
      for (const number of seen) if (number <= Math.max(...seen) - overlap) seen.delete(number);
      if (hits.length < page) return;
    }
  }

  async function keep(texts: Run[]): Promise<void> {
    const { vocabulary } = known;
    const runs = await runInSlices(newAmong(texts, vocabulary.now()));
    if (runs.length === 0) return;
    // Under an id, so that an attempt whose answer was lost keeps nothing twice.
    const lines = `${JSON.stringify({ create: { _id: crypto.randomUUID() } })}\n${JSON.stringify({ runs })}\n`;
    for (const retry = retrying(); ; ) {
      const items = await itemsOf({ method: 'POST', path: `/${index}/_bulk`, lines }, 1, writing);
      const [item = silent] = items;
      if (!isBusy(item)) {
        if (item.error && item.status !== 409)
          throw new BackendError('failing', `Words were refused: ${item.error.reason}`);
        break;
      }
      await retry(items);
    }
    await runInSlices(add(runs, vocabulary));
  }

  return {
    index,
    begin: () => makeBeside(index, { dynamic: false, _meta: { id: crypto.randomUUID() } }, replicas, writing),
    async upToDate(id) {
      if (known.id !== id) known = knownBy(id);
      const reading = known;
      await readOn(reading);
      return reading.vocabulary.now();
    },
    meet(texts) {
      const kept = turn.then(() => keep(texts));
      turn = kept.catch(() => undefined);
      return kept;
    },
  };
}

interface Known {
  id: string;
  vocabulary: TermDictionaryBuilder;
  /** Numbers of the latest entries that were read. */
  seen: Set<number>;
}

function knownBy(id: string): Known {
  return { id, vocabulary: new TermDictionaryBuilder(), seen: new Set() };
}

/** Words added or looked up in one step: some milliseconds. */
const wordsOfStep = 1000;

function* add(runs: Run[], vocabulary: TermDictionaryBuilder): CooperativeTask<void> {
  for (const { language, words } of runs) {
    const read = analyzerFor(language);
    const formAt = vocabulary.reader(read);
    const forms = new Uint32Array(words.length);
    for (const [i, word] of words.entries()) {
      forms[i] = formAt(word, 0, word.length);
      if ((i + 1) % wordsOfStep === 0) yield;
    }
    vocabulary.come({ languages: [vocabulary.numberOf(read)], forms });
    yield;
  }
}

/** Words that are not known in their language, each once, and languages that are not known. */
function* newAmong(texts: Run[], vocabulary: TermDictionary): CooperativeTask<Run[]> {
  const languages = new Set(vocabulary.languages.map(({ code }) => code));
  const met = new Map<string, Set<string>>();
  const runs: Run[] = [];
  for (const { language, words } of texts) {
    const isNewLanguage = !languages.has(language) && !met.has(language);
    const metHere = met.get(language) ?? new Set();
    met.set(language, metHere);
    const read = analyzerFor(language);
    const unknown: string[] = [];
    for (const [i, word] of words.entries()) {
      if ((i + 1) % wordsOfStep === 0) yield;
      if (metHere.has(word)) continue;
      metHere.add(word);
      if (!vocabulary.has(word, read)) unknown.push(word);
    }
    if (isNewLanguage || unknown.length > 0) runs.push({ language, words: unknown });
    yield;
  }
  return runs;
}
