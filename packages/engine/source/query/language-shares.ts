/** How many documents are in which language. */
import type { Generation, Part } from '../index/generation.ts';
import { type Language, languageOf } from '../text/languages.ts';
import type { LanguageShare } from './known.ts';

const known = new WeakMap<Generation, LanguageShare[]>();

/** Those of most documents first. */
export function languageShares(generation: Generation): LanguageShare[] {
  let shares = known.get(generation);
  if (!shares) {
    shares = sharesIn(generation);
    known.set(generation, shares);
  }
  return shares;
}

function sharesIn({ parts, documents, attributes, vocabulary }: Generation): LanguageShare[] {
  const attribute = attributes.literal('language');
  const counts = new Map<string, number>();
  for (const part of attribute ? parts : [])
    countByValue(part, attribute!.number).forEach((count, value) => {
      if (count === 0) return;
      const { code } = languageOf(attribute!.values.at(value));
      counts.set(code, (counts.get(code) ?? 0) + count);
    });
  return sharesOf(counts, documents, vocabulary.languages);
}

/** `counts` are of documents that name their language, by its code. The others may be in any that is `met` but not named. */
export function sharesOf(
  counts: ReadonlyMap<string, number>,
  documents: number,
  met: readonly Language[],
): LanguageShare[] {
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const all = new Map(counts);
  for (const { code } of met) if (!all.has(code)) all.set(code, documents - named);
  return [...all]
    .filter(([, count]) => count > 0)
    .sort(([a, count], [b, other]) => other - count || (a < b ? -1 : 1))
    .map(([code, count]) => ({ language: languageOf(code), documents: count }));
}

const countsOfParts = new WeakMap<Part, Uint32Array>();

/** Live documents by value number; worked out once, as a part never changes. Of several languages the first counts. */
function countByValue(part: Part, attribute: number): Uint32Array {
  let counts = countsOfParts.get(part);
  if (!counts) {
    const { segment, deleted } = part;
    const column = segment.literals.find((each) => each.attribute === attribute);
    let last = 0;
    if (column) for (const value of column.values) if (value > last) last = value;
    counts = new Uint32Array(last + 1);
    for (let document = 0; column && document < segment.size; document++) {
      if (deleted?.[document] === 1) continue;
      if (column.starts === null) {
        if (column.values[document] !== 0) counts[column.values[document]! - 1]!++;
      } else if (column.starts[document]! < column.starts[document + 1]!)
        counts[column.values[column.starts[document]!]!]!++;
    }
    countsOfParts.set(part, counts);
  }
  return counts;
}
