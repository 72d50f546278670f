/** Autocomplete benchmark: suggestions from a synthetic thesaurus, with and without typing errors. */
import { rmSync } from 'node:fs';
import { openSpace } from '../src/search-space.ts';
import { type Percentiles, percentiles, stopwatch } from './stopwatch.ts';
import { type RandomSource, seededRandom, syntheticWords, zipfSampler } from './synthetic-words.ts';

export interface AutocompleteTask {
  directory: string;
  labels: number;
}

export interface AutocompleteFigures {
  labels: number;
  plain: Percentiles;
  withTypos: Percentiles;
  /** Number of inputs with suggestions. */
  suggested: { plain: number; withTypos: number };
  inputs: number;
  /** Wall time. */
  thesaurusMs: number;
}

const languages = ['en', 'de', 'fr'];
const inputs = 500;

export async function suggest({ directory, labels }: AutocompleteTask): Promise<AutocompleteFigures> {
  rmSync(directory, { recursive: true, force: true });
  const space = await openSpace(directory);
  const random = seededRandom(labels);
  const names = syntheticLabels(labels, random);
  const started = performance.now();
  const report = await space.replaceThesaurus(turtleOf(names), 'text/turtle');
  const thesaurusMs = performance.now() - started;
  await space.suggest({ text: 'a', count: 10 });
  const timed = async (typed: string[]) => {
    const times: number[] = [];
    let suggested = 0;
    for (const text of typed) {
      const watch = stopwatch();
      const found = await space.suggest({ text, count: 10, language: 'en' });
      times.push(watch().cpu);
      if (found.length > 0) suggested++;
    }
    return { suggested, times: percentiles(times) };
  };
  const typed = Array.from({ length: inputs }, () => beginning(random.pick(names), random));
  const mistyped = Array.from({ length: inputs }, () => withTypo(random.pick(names), random));
  for (const warmUp of [typed, mistyped]) await timed(warmUp.slice(0, inputs / 10));
  const [plain, wrong] = [await timed(typed), await timed(mistyped)];
  await space.close();
  return {
    labels: report.labels,
    plain: plain.times,
    withTypos: wrong.times,
    suggested: { plain: plain.suggested, withTypos: wrong.suggested },
    inputs,
    thesaurusMs,
  };
}

/** One to three words each, with Zipf-distributed frequencies. */
function syntheticLabels(count: number, random: RandomSource): string[] {
  const word = zipfSampler(syntheticWords(Math.max(100, count / 6), random), random);
  const found = new Set<string>();
  while (found.size < count) {
    found.add(Array.from({ length: 1 + random.below(3) }, word).join(' '));
  }
  return [...found];
}

/** One concept per label in each language, in a tree. */
async function* turtleOf(labels: string[]): AsyncGenerator<string> {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n';
  for (let at = 0, concept = 0; at < labels.length; at += languages.length, concept++) {
    const tagged = languages.flatMap((language, i) =>
      labels[at + i] ? [`"${labels[at + i]}"@${language}`] : [],
    );
    const broader = concept === 0 ? '' : `; skos:broader <urn:concept:${Math.floor((concept - 1) / 8)}> `;
    yield `<urn:concept:${concept}> a skos:Concept ; skos:prefLabel ${tagged.join(', ')} ${broader}.\n`;
  }
}

/** Returns a prefix of one to twelve characters. */
function beginning(label: string, { below }: RandomSource): string {
  return label.slice(0, 1 + below(12)).trim();
}

/** A longer prefix with one wrong, missing or transposed character. */
function withTypo(label: string, { below, next }: RandomSource): string {
  const text = label.slice(0, 6 + below(10)).trim();
  const at = 1 + below(Math.max(1, text.length - 2));
  const kind = below(3);
  if (kind === 0) return `${text.slice(0, at)}${next() < 0.5 ? 'x' : 'q'}${text.slice(at + 1)}`;
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1);
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}
