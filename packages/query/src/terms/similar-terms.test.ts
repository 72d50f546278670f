import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyzerFor } from '../analysis/analyzers.ts';
import { normalize } from '../analysis/normalizer.ts';
import { editDistance, maxEdits } from '../spelling/edit-distance.ts';
import { TermDictionaryBuilder } from './term-dictionary-builder.ts';

/** Few letters, of one byte and of two, so that words are often near each other. */
const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'p', '0', 'é', 'ж', 'q'),
  minLength: 1,
  maxLength: 10,
});

test('similar terms are the indexed terms within the maximum edit distance', () => {
  const property = fc.property(
    fc.array(word, { minLength: 1, maxLength: 60 }),
    fc.array(word, { maxLength: 20 }),
    word,
    (met, gone, asked) => {
      const growing = new TermDictionaryBuilder();
      const formAt = growing.formLookup(analyzerFor('xx'));
      const documentOf = (texts: string[]) => {
        const forms = Uint32Array.from(texts, (each) => formAt(each, 0, each.length));
        return { languages: [growing.languageNumber(analyzerFor('xx'))], forms };
      };
      const [there, passing] = [documentOf(met), documentOf(gone)];
      growing.add(there);
      growing.add(passing);
      growing.current().similarTo(asked);
      growing.remove(passing);
      const termDictionary = growing.current();
      const folded = normalize(asked);
      const apart = (one: string) => editDistance(Buffer.from(folded), Buffer.from(one), 2);
      const all = [...new Set(met.map(normalize))];
      for (const { terms, distance } of termDictionary.similarTo(asked)) {
        const expected = all.filter((each) => apart(each) === distance).sort();
        expect(terms.map((term) => termDictionary.terms.at(term)).sort()).toEqual(expected);
      }
      expect(termDictionary.similarTo(asked)).toHaveLength(maxEdits(folded));
    },
  );
  fc.assert(property, { numRuns: 300 });
});
