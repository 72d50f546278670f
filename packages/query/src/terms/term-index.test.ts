import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyzerFor } from '../analysis/analyzers.ts';
import { editDistance, maxEdits, unitsOf } from '../analysis/edit-distance.ts';
import { normalize } from '../analysis/normalizer.ts';
import { TermDictionaryBuilder } from './term-dictionary-builder.ts';

/** Few characters, of one to three bytes, so that many words are similar. */
const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'p', '0', 'é', 'ж', 'क', 'q'),
  minLength: 1,
  maxLength: 10,
});

test('similar terms are the indexed terms within the maximum edit distance', () => {
  const property = fc.property(
    fc.array(word, { minLength: 1, maxLength: 60 }),
    fc.array(word, { maxLength: 20 }),
    word,
    (live, deleted, query) => {
      const builder = new TermDictionaryBuilder();
      const formAt = builder.formLookup(analyzerFor('xx'));
      const documentOf = (texts: string[]) => {
        const forms = texts.map((each) => [formAt(each, 0, each.length), 1] as const);
        return { languages: [[builder.languageNumber(analyzerFor('xx')), 1] as const], forms };
      };
      const [liveDocument, deletedDocument] = [documentOf(live), documentOf(deleted)];
      builder.add(liveDocument);
      builder.add(deletedDocument);
      builder.current().similarTo(query);
      builder.remove(deletedDocument);
      const termDictionary = builder.current();
      const normalized = normalize(query);
      const distanceTo = (one: string) => editDistance(unitsOf(normalized), unitsOf(one), 2);
      const all = [...new Set(live.map(normalize))];
      for (const { terms, distance } of termDictionary.similarTo(query)) {
        const expected = all.filter((each) => distanceTo(each) === distance).sort();
        expect(terms.map((term) => termDictionary.terms.at(term)).sort()).toEqual(expected);
      }
      expect(termDictionary.similarTo(query)).toHaveLength(maxEdits(normalized));
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test.each([
  ['собака', ['собка', 'сабака', 'собакка', 'осбака', 'ссобака']],
  ['विश्वविद्यालय', ['विश्वविद्यलय', 'विश्वविध्यालय']],
  ['უნივერსიტეტი', ['უნივერსტეტი']],
  ['データベース', ['データベス']],
  ['ħobż', ['hobz']],
])('a letter of %s with several bytes is one typing error', (meant, typed) => {
  const builder = new TermDictionaryBuilder();
  const form = builder.formLookup(analyzerFor('xx'))(meant, 0, meant.length);
  builder.add({ languages: [[builder.languageNumber(analyzerFor('xx')), 1]], forms: [[form, 1]] });
  for (const word of typed) expect(builder.current().similarTo(word)[0]!.terms).toHaveLength(1);
});

test('words with an ideograph have no misspellings', () => {
  expect(maxEdits('中华人民共和国')).toBe(0);
});
