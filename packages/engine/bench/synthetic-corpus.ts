/** Synthetic corpus: documents, thesaurus, and queries of the kit's five classes. */
import type { DocumentInput } from '../src/index.ts';
import type { BenchmarkQuery } from './benchmark-kit.ts';
import { normalizedWords } from './brute-force.ts';
import { type RandomSource, seededRandom, syntheticWords, zipfSampler } from './synthetic-words.ts';

export interface SyntheticCorpus {
  documents: DocumentInput[];
  /** Direct broader concepts by concept. */
  broader: Map<string, string[]>;
  queries: BenchmarkQuery[];
}

const conceptCount = 600;
const vocabularySize = 8000;
const types = ['Book', 'Article', 'Thesis', 'Report', 'Map'];
const languages = ['en', 'de'];
const classes = ['single', 'two', 'broad', 'prefix', 'phrase'] as const;

/** Deterministic for a number of documents. Generates `perClass` queries of each class. */
export function syntheticCorpus(size: number, perClass = 24): SyntheticCorpus {
  const random = seededRandom(size);
  const broader = syntheticHierarchy(random);
  const documents = syntheticDocuments(size, [...broader.keys()], random);
  return { documents, broader, queries: syntheticQueries(documents, broader, perClass, random) };
}

/** Returns the thesaurus in Turtle. */
export function turtleOf(broader: SyntheticCorpus['broader']): string {
  const lines = ['@prefix skos: <http://www.w3.org/2004/02/skos/core#> .'];
  for (const [concept, above] of broader) {
    const name = concept.split('/').at(-1);
    lines.push(`<${concept}> a skos:Concept ; skos:prefLabel "Topic ${name}"@en, "Thema ${name}"@de .`);
    for (const each of above) lines.push(`<${concept}> skos:broader <${each}> .`);
  }
  return lines.join('\n');
}

/** A tree of five levels; every tenth concept has a second broader concept. */
function syntheticHierarchy({ below }: RandomSource): Map<string, string[]> {
  const uri = (number: number) => `https://example.org/concept/${number}`;
  const rows = Array.from({ length: conceptCount }, (_, number): [string, string[]] => {
    if (number < 5) return [uri(number), []];
    const above = new Set([Math.floor(number / 5)]);
    if (number % 10 === 9) above.add(below(number));
    return [uri(number), [...above].map(uri)];
  });
  return new Map(rows);
}

function syntheticDocuments(size: number, concepts: string[], random: RandomSource): DocumentInput[] {
  const { next, below, pick } = random;
  const word = zipfSampler(syntheticWords(vocabularySize, random), random);
  const publisher = zipfSampler(
    syntheticWords(200, random).map((name) => `${name} press`),
    random,
  );
  const concept = zipfSampler(concepts.toReversed(), random);
  const sentence = (length: number) => {
    const text = Array.from({ length }, word).join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  return Array.from({ length: size }, (_, number) => {
    const sentences = Array.from({ length: 3 }, () => `${sentence(12 + below(12))}.`);
    const date = String(1950 + below(75));
    return {
      id: `document-${number}`,
      title: sentence(6 + below(6)),
      description: sentences.join(' '),
      link: `https://example.org/document/${number}`,
      language: pick(languages),
      type: pick(types),
      date,
      decade: `${date.slice(0, 3)}0`,
      ...(next() < 0.9 ? { publisher: publisher() } : {}),
      domains: [...new Set([`domain ${below(12)}`, `domain ${below(12)}`])],
      subjects: [...new Set(Array.from({ length: 5 + below(8) }, concept))],
    };
  });
}

function syntheticQueries(
  documents: DocumentInput[],
  broader: SyntheticCorpus['broader'],
  perClass: number,
  random: RandomSource,
): BenchmarkQuery[] {
  const frequency = new Map<string, number>();
  const wordsOf = (document: DocumentInput) =>
    new Set(normalizedWords(`${document.title}\n${document.description}`));
  for (const document of documents)
    for (const word of wordsOf(document)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const share = (word: string) => frequency.get(word)! / documents.length;
  const isMediumFrequency = (word: string) => word.length >= 4 && share(word) < 0.05;
  return classes.flatMap((name) =>
    Array.from({ length: perClass }, (_, number) => {
      for (;;) {
        const document = random.pick(documents);
        const words = [...wordsOf(document)];
        const text = {
          single: () => plain(words.filter(isMediumFrequency), 1, random),
          two: () => plain(words.filter(isMediumFrequency), 2, random),
          broad: () =>
            plain(
              words.filter((word) => share(word) > 0.3),
              1,
              random,
            ),
          prefix: () => unfinished(words.filter(isMediumFrequency), random),
          phrase: () => adjacentWords(normalizedWords(document.title ?? ''), random),
        }[name]();
        if (text) return { class: name, ...text, selected: selection(document, number, broader, random) };
      }
    }),
  );
}

type QueryText = Pick<BenchmarkQuery, 'input' | 'terms' | 'prefix' | 'phrase'>;

function plain(words: string[], count: number, random: RandomSource): QueryText | undefined {
  if (words.length < count) return undefined;
  const from = random.below(words.length - count + 1);
  const terms = words.slice(from, from + count);
  return { input: terms.join(' '), terms, prefix: null, phrase: null };
}

function unfinished(words: string[], random: RandomSource): QueryText | undefined {
  const text = plain(words, 2, random);
  if (!text) return undefined;
  const [term, other] = text.terms as [string, string];
  const prefix = other.slice(0, 3);
  return { input: `${term} ${prefix}`, terms: [term], prefix, phrase: null };
}

function adjacentWords(title: string[], random: RandomSource): QueryText {
  const at = random.below(title.length - 1);
  const phrase = title.slice(at, at + 2);
  return { input: `"${phrase.join(' ')}"`, terms: [], prefix: null, phrase };
}

/** In turn: none, the type, none, a subject or a broader concept together with the language. */
function selection(
  document: DocumentInput,
  number: number,
  broader: SyntheticCorpus['broader'],
  { pick, next }: RandomSource,
): BenchmarkQuery['selected'] {
  if (number % 2 === 0) return [];
  if (number % 4 === 1) return [{ facet: 'type', value: document.type! }];
  const subject = pick(document.subjects!);
  const above = broader.get(subject)![0];
  return [
    { facet: 'subjects', value: above !== undefined && next() < 0.5 ? above : subject },
    { facet: 'language', value: document.language! },
  ];
}
