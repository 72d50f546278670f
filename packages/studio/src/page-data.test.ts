import { describe, expect, it } from 'vitest';
import { urlOfConfiguration } from './page-data.ts';

describe('the main user interface', () => {
  it('clears the search when another configuration is selected', () => {
    expect(urlOfConfiguration('https://example.org/?configuration=5&q=owl#x', 3)).toBe(
      'https://example.org/?configuration=3',
    );
  });
});
