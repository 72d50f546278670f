/** Tests of the theme: contrast of all color roles in the light and dark theme. */

import { defaultSettings } from '@semantic-search/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, formatColor, parseColor } from './color.ts';
import { rolesOf } from './theme.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const pair = fc.record({ backgroundColor: color, fontColor: color });
const layout = fc.record({
  basicActionColor: pair,
  focusActionColor: pair,
  criticalActionColor: pair,
  navbar: pair,
  facets: pair,
  documents: pair,
  logo: fc.constant(''),
});
const surface = fc.constantFrom('navbar', 'facets', 'documents');

const texts: [text: string, on: string][] = [
  ['text', 'surface'],
  ['text', 'hover'],
  ['muted', 'surface'],
  ['basic-ink', 'surface'],
  ['focus-ink', 'surface'],
  ['critical-ink', 'surface'],
  ['basic-text', 'basic'],
  ['basic-text', 'basic-hover'],
  ['focus-text', 'focus'],
  ['critical-text', 'critical'],
  ['mark-text', 'mark'],
  ['mark-ink', 'mark'],
  ['tint-text', 'tint'],
];

describe('roles', () => {
  test.each(['light', 'dark'] as const)(
    'all text has a contrast of 4.5:1 and all controls 3:1 for any colors in the %s theme',
    (scheme) => {
      fc.assert(
        fc.property(layout, surface, (colors, name) => {
          const roles = rolesOf(colors, name, scheme);
          const ratio = (one: string, two: string) =>
            contrast(parseColor(roles[one]!), parseColor(roles[two]!));
          for (const [text, on] of texts)
            expect(ratio(text, on), `${text} on ${on}`).toBeGreaterThanOrEqual(4.5);
          for (const control of ['basic', 'focus', 'critical', 'edge'])
            expect(ratio(control, 'surface'), control).toBeGreaterThanOrEqual(3);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('readable colors of the owner are unchanged', () => {
    for (const name of ['navbar', 'facets', 'documents'] as const) {
      const roles = rolesOf(defaultSettings.layout, name, 'light');
      expect(roles.surface).toBe(defaultSettings.layout[name].backgroundColor);
      expect(roles.text).toBe(defaultSettings.layout[name].fontColor);
    }
    expect(rolesOf(defaultSettings.layout, 'documents', 'light').basic).toBe('#1f5fa8');
  });

  test('in the dark theme the documents surface is dark and keeps its hue', () => {
    const colors = {
      ...defaultSettings.layout,
      documents: { backgroundColor: '#fff4e0', fontColor: '#332200' },
    };
    const roles = rolesOf(colors, 'documents', 'dark');
    expect(parseColor(roles.surface!).l).toBeLessThan(0.25);
    expect(Math.abs(parseColor(roles.surface!).h - parseColor('#fff4e0').h)).toBeLessThan(0.3);
  });
});

describe('a color', () => {
  test('is unchanged after formatColor(parseColor(hex))', () => {
    fc.assert(
      fc.property(color, (hex) => {
        expect(formatColor(parseColor(hex))).toBe(hex);
      }),
    );
  });
  test.each(['red', '', '#12', '#gggggg'])('leaves its surface readable if it is invalid: %j', (invalid) => {
    const { documents } = defaultSettings.layout;
    const given = { ...defaultSettings.layout, documents: { ...documents, fontColor: invalid } };
    for (const scheme of ['light', 'dark'] as const) {
      const { text, surface: ground } = rolesOf(given, 'documents', scheme);
      expect(contrast(parseColor(text!), parseColor(ground!))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('can have three hexadecimal digits', () => {
    expect(formatColor(parseColor('#f80'))).toBe('#ff8800');
  });
});
