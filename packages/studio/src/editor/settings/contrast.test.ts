/** Tests of the contrast notices, also for the palettes of the demo. */
import { readFileSync } from 'node:fs';
import { type ConfigurationSettings, defaultSettings } from '@semantic-search/contract';
import { rolesOf } from '@semantic-search/widgets/theme';
import { describe, expect, it } from 'vitest';
import { adjustmentsOf, ratioOf } from './contrast.ts';

const layoutWith = (part: Partial<ConfigurationSettings['layout']>): ConfigurationSettings['layout'] => ({
  ...defaultSettings.layout,
  ...part,
});

describe('the contrast notice', () => {
  it('is empty for colors that are shown unchanged', () => {
    const adjustments = adjustmentsOf(defaultSettings.layout);
    expect(
      adjustments
        .flatMap(({ replacements }) => replacements.flatMap(({ surfaces }) => surfaces))
        .filter((surface) => surface !== 'navbar'),
    ).toEqual([]);
  });

  it('names illegible text, its contrast and the color that the widgets use', () => {
    const layout = layoutWith({ documents: { backgroundColor: '#fff', fontColor: '#aaa' } });
    const adjustment = adjustmentsOf(layout).find(({ pair }) => pair === 'documents')!;
    expect(adjustment).toMatchObject({ part: 'fontColor', given: '#aaaaaa', ground: '#ffffff', needed: 4.5 });
    expect(adjustment.ratio).toBeCloseTo(2.32, 2);
    const color = rolesOf(layout, 'documents', 'light').text!;
    expect(adjustment.replacements).toEqual([{ color, surfaces: ['documents'] }]);
    expect(ratioOf({ backgroundColor: '#ffffff', fontColor: color })).toBeGreaterThanOrEqual(4.5);
  });

  it('names a low-contrast control once with all affected surfaces', () => {
    const layout = layoutWith({ basicActionColor: { backgroundColor: '#eeeeee', fontColor: '#000000' } });
    const adjustments = adjustmentsOf(layout).filter(
      ({ pair, part }) => pair === 'basicActionColor' && part !== 'link',
    );
    expect(adjustments).toHaveLength(1);
    const surfaces = ['documents', 'facets'] as const;
    expect(adjustments[0]!.replacements).toEqual(
      surfaces.map((surface) => ({ color: rolesOf(layout, surface, 'light').basic, surfaces: [surface] })),
    );
  });

  it('reports a link color that only works for buttons', () => {
    const layout = layoutWith({ basicActionColor: { backgroundColor: '#d07000', fontColor: '#000000' } });
    expect(adjustmentsOf(layout)).toContainEqual(
      expect.objectContaining({ pair: 'basicActionColor', part: 'link' }),
    );
  });

  it('has no ratio for an incomplete color', () => {
    expect(ratioOf({ backgroundColor: '#fff', fontColor: '#12' })).toBeUndefined();
  });
});

describe('the palettes of the demo', () => {
  const file = readFileSync(new URL('../../../../../demo/configurations.json', import.meta.url), 'utf8');
  const demo = JSON.parse(file) as {
    configurations: { config: Pick<ConfigurationSettings, 'title'> & Partial<ConfigurationSettings> }[];
  };
  const palettes = demo.configurations.flatMap(({ config: { title, layout } }) =>
    layout ? [{ title, layout }] : [],
  );

  it.each(palettes)('the palette of $title needs no adjusted text color', ({ layout }) => {
    expect(adjustmentsOf(layout).filter(({ part }) => part === 'fontColor')).toEqual([]);
  });
});
