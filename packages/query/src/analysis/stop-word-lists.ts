/** Stop word lists by language: stop words, request words and forms of the verb *use*. */
import { createRequire } from 'node:module';
import data from './data/stop-words.json' with { type: 'json' };
import { expandUmlauts, normalize } from './normalizer.ts';

/** Normalized words of one language. */
export interface StopWordLists {
  stops: ReadonlySet<string>;
  /** Words with which a visitor asks for documents: stop words of a sentence, but not of a few words. */
  requests: ReadonlySet<string>;
  /** Forms of the verb *use*: without meaning in a sentence. In `used cars` they are content words. */
  uses: ReadonlySet<string>;
}

/** Lists of an unknown language. */
export const noWords: StopWordLists = { stops: new Set(), requests: new Set(), uses: new Set() };

/** Loads a list when its language is first used: together, all modules delay the start of each worker. */
const load = createRequire(import.meta.url);

/** `moduleName` is the English name of the language, as in the library. */
export function stopWordLists(code: string, moduleName: string): StopWordLists {
  const { stopwords } = load(`@orama/stopwords/${moduleName}`) as { stopwords: readonly string[] };
  const stops = normalizedSet([...stopwords, ...wordsIn(data.stopWords, code)]);
  // The folded form is also a name (Ali): only the word itself, as written, is a stop word.
  for (const name of wordsIn(data.foldedNames, code)) if (stops.delete(normalize(name))) stops.add(name);
  return {
    stops,
    requests: normalizedSet(wordsIn(data.requestWords, code)),
    uses: normalizedSet(wordsIn(data.useWords, code)),
  };
}

function wordsIn(lists: Record<string, string>, code: string): string[] {
  return Object.hasOwn(lists, code) ? lists[code]!.split(' ') : [];
}

/** Normalized words: `für`, and `fuer` without umlauts. */
function normalizedSet(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((word) => [normalize(word), expandUmlauts(word)]));
}
