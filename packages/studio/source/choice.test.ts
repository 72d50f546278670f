import { describe, expect, it } from 'vitest';
import { choose, startingConfiguration } from './choice.ts';

const configurations = [
  { id: 3, title: 'Field guide' },
  { id: 5, title: 'Tierlexikon' },
];
const start = { token: '', activeConfigId: 5, configurations };

describe('the main user interface', () => {
  it('preselects the active configuration', () => {
    expect(startingConfiguration(start, 'https://example.org/')).toBe(5);
  });

  it('follows the address when it names one that there is', () => {
    expect(startingConfiguration(start, 'https://example.org/?configuration=3')).toBe(3);
    expect(startingConfiguration(start, 'https://example.org/?configuration=4')).toBe(5);
    expect(startingConfiguration(start, 'https://example.org/?configuration=x')).toBe(5);
  });

  it('takes the first when none is active, and none when there is none', () => {
    expect(startingConfiguration({ ...start, activeConfigId: null }, 'https://example.org/')).toBe(3);
    expect(startingConfiguration({ ...start, configurations: [] }, 'https://example.org/')).toBeUndefined();
  });

  it('leaves the former search behind when another is chosen', () => {
    expect(choose('https://example.org/?configuration=5&q=owl#x', 3)).toBe(
      'https://example.org/?configuration=3',
    );
  });
});
