/** fast-check arbitraries of documents and thesauri with overlapping words, labels and facet values. */
import fc from 'fast-check';
import type { DocumentInput } from '../../src/writable-space.ts';
import type { ReferenceConcept, ReferenceThesaurus } from '../reference-model/thesaurus.ts';

export const uris = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `https://example.org/${name}`);
/** Labels that occur in texts, share prefixes and suffixes, and contain each other. */
export const labels = ['lion', 'mountain lion', 'mountain', 'house cat', 'cat', 'river bank', 'bank'];
/** One is a stop word. Another one shares its stem with a word that is not a form of it. */
export const otherLabels = 'puma,big cat,stream,savings bank,peak,shore,of,peake,C++,.net'.split(',');
const texts = [
  ...'lion Lions mountain mountains puma cat cats house houses housing river bank'.split(' '),
  ...'stream streams the of und der Haus Häuser straße Äther peak shore savings big'.split(' '),
  ...'Hausbank Bankhäuser Straßenbank Hausbankstraße bankable Москва мост в'.split(' '),
  'Ваза у',
  ...'C C++ C# .NET net R&D R D A+'.split(' '),
];
export const typed = [...texts, ...'mountian hause strem rivre zzzz Banks Ather C+ R& A'.split(' ')];

const text = fc.array(fc.constantFrom(...texts), { maxLength: 6 }).map((found) => found.join(' '));
/** Ids whose order by UTF-16 code units differs from the order by code points. */
export const id = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 150 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('\u{1f600}', '\uff21', 'Z', 'z') },
);
/** Two of the languages have compounds. */
export const language = fc.constantFrom('en', 'de', 'sv');
export const document = fc.record(
  {
    id,
    title: text,
    description: text,
    text,
    language,
    type: fc.constantFrom('Book', 'Report', 'Thesis'),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'zz', 5), { maxLength: 3 }),
    size: fc.oneof(fc.constantFrom(1, 5, 9, 12, 40, 99, -3), fc.constantFrom([1, 2, 40], [5, 99], 'large')),
    seen: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom<string | number>('1999-01-01', '2004-05-07', '2011-12-31') },
      { weight: 1, arbitrary: fc.constant(2004) },
    ),
    date: fc.constantFrom('1999', '2004-05', '2011-01-01', '2011-01-02'),
    subjects: fc.array(fc.constantFrom(...uris, 'https://example.org/unknown'), { maxLength: 4 }),
  },
  { requiredKeys: ['id', 'language', 'subjects'] },
) as fc.Arbitrary<DocumentInput>;

/** Broader concepts have earlier names, which rules out cycles. Replacements are not deprecated themselves. */
export const thesaurus: fc.Arbitrary<ReferenceThesaurus> = fc
  .record({
    concepts: fc.tuple(
      ...uris.map((uri, i) =>
        fc.record({
          uri: fc.constant(uri),
          label: fc.constant(labels[i]!),
          others: fc.uniqueArray(fc.constantFrom(...otherLabels), { maxLength: 2 }),
          broader: fc.uniqueArray(fc.constantFrom(...uris.slice(0, Math.max(1, i))), {
            maxLength: i === 0 ? 0 : 2,
          }),
          inScheme: fc.boolean(),
          isTop: fc.boolean(),
          inCollection: fc.boolean(),
        }),
      ),
    ),
    replaced: fc.option(fc.constantFrom(...uris.slice(1)), { freq: 2, nil: undefined }),
  })
  .map(({ concepts, replaced }) => {
    return {
      concepts: concepts.map((concept) =>
        concept.uri === replaced ? { ...concept, replacedBy: uris[0]! } : withoutBroader(concept, replaced),
      ),
    };
  });

/** Replaces a deprecated broader concept by its replacement, as the SKOS parser does. */
function withoutBroader(concept: ReferenceConcept, replaced: string | undefined): ReferenceConcept {
  const broader = concept.broader.map((uri) => (uri === replaced ? uris[0]! : uri));
  return { ...concept, broader: [...new Set(broader)] };
}
