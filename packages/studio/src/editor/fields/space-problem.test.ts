import type { Space } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { spaceProblem } from './space-sources.ts';

const space = (name: string, of: Partial<Space> = {}): Space => ({
  name,
  documents: 5,
  concepts: 0,
  languages: [],
  facets: [],
  recommenders: [],
  similarities: [],
  healthy: true,
  ...of,
});

describe('the problem of a search space', () => {
  const spaces = [
    space('good'),
    space('empty', { documents: 0 }),
    space('down', { healthy: false, documents: 0 }),
  ];

  it('reports that it is missing, unavailable or empty', () => {
    expect(spaceProblem(spaces, 'gone')).toMatch(/^There is no search space “gone”\. Visitors find nothing/);
    expect(spaceProblem(spaces, 'down')).toMatch(/not available now/);
    expect(spaceProblem(spaces, 'empty')).toMatch(/no documents yet/);
    expect(spaceProblem([], 'gone')).toMatch(/no search space/);
  });

  it('there is no problem with a space that has documents, or if the spaces are unknown', () => {
    expect(spaceProblem(spaces, 'good')).toBe('');
    expect(spaceProblem(undefined, 'gone')).toBe('');
  });
});
