/** Tests of the exported CSV file. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { csv } from './export.ts';

const document = (part: Partial<RetrievedDocument>): RetrievedDocument => ({
  id: 'urn:1',
  title: 'Title',
  description: '',
  link: '',
  date: Date.UTC(2020, 1, 3),
  empty: false,
  image: null,
  searchSpaceId: 's',
  type: 'Book',
  documentDetails: [],
  facetList: [],
  ...part,
});
const detail = (label: string, ...names: string[]) => ({
  field: `dyn_lit_${label}`,
  label,
  facets: names.map((name) => ({ count: 1, label: name, value: null, children: null })),
});

describe('CSV', () => {
  test.each([1e20, Number.NaN, null])('leaves the date empty if it is %s', (date) => {
    expect(csv([document({ date })]).split('\r\n')[1]).toBe('Title,Book,,,,urn:1,');
  });
  test('has a column per detail, empty for documents without it', () => {
    const lines = csv([
      document({ documentDetails: [detail('Author', 'Ann', 'Bo')] }),
      document({ documentDetails: [detail('Pages', '10')] }),
    ]).split('\r\n');
    expect(lines).toEqual([
      'title,type,date,language,link,id,description,Author,Pages',
      'Title,Book,2020-02-03,,,urn:1,,Ann; Bo,',
      'Title,Book,2020-02-03,,,urn:1,,,10',
    ]);
  });

  test('merges the values of details with the same label into one column', () => {
    const authors = [detail('Author', 'Ann', 'Bo'), { ...detail('Author', 'Bo', 'Cy'), field: 'dyn_uri_a' }];
    expect(csv([document({ documentDetails: authors })])).toContain(',Ann; Bo; Cy');
  });

  test('quotes cells that contain separators, quotes or line breaks', () => {
    expect(csv([document({ title: 'a "b", c\nd' })])).toContain('"a ""b"", c\nd",Book');
  });

  test('escapes formulas but not negative numbers', () => {
    expect(csv([document({ title: '=HYPERLINK("x")', description: '-5' })])).toContain(
      `"'=HYPERLINK(""x"")",Book,2020-02-03,,,urn:1,-5`,
    );
  });
});
