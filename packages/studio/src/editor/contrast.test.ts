import { type ConfigurationSettings, defaultSettings } from '@semantic-search/contract';
import { rolesOf } from '@semantic-search/widgets/theme';
import { describe, expect, it } from 'vitest';
import { adjustmentsOf, ratioOf } from './contrast.ts';

const layoutWith = (part: Partial<ConfigurationSettings['layout']>): ConfigurationSettings['layout'] => ({
  ...defaultSettings.layout,
  ...part,
});

describe('the notice of contrast', () => {
  it('says nothing of colours that are shown as they were chosen', () => {
    const told = adjustmentsOf(defaultSettings.layout);
    expect(
      told
        .flatMap(({ shown }) => shown.flatMap(({ surfaces }) => surfaces))
        .filter((surface) => surface !== 'navbar'),
    ).toEqual([]);
  });

  it('names text that cannot be read, its contrast, and the very colour that the widgets paint', () => {
    const layout = layoutWith({ documents: { backgroundColor: '#fff', fontColor: '#aaa' } });
    const told = adjustmentsOf(layout).find(({ pair }) => pair === 'documents')!;
    expect(told).toMatchObject({ part: 'fontColor', given: '#aaaaaa', ground: '#ffffff', needed: 4.5 });
    expect(told.ratio).toBeCloseTo(2.32, 2);
    const color = rolesOf(layout, 'documents', false).text!;
    expect(told.shown).toEqual([{ color, surfaces: ['documents'] }]);
    expect(ratioOf({ backgroundColor: '#ffffff', fontColor: color })).toBeGreaterThanOrEqual(4.5);
  });

  it('names a control that is lost on its surface once, with all surfaces where it is shown the same', () => {
    const layout = layoutWith({ basicActionColor: { backgroundColor: '#eeeeee', fontColor: '#000000' } });
    const told = adjustmentsOf(layout).filter(
      ({ pair, part }) => pair === 'basicActionColor' && part !== 'link',
    );
    expect(told).toHaveLength(1);
    const surfaces = ['documents', 'facets'] as const;
    expect(told[0]!.shown).toEqual(
      surfaces.map((surface) => ({ color: rolesOf(layout, surface, false).basic, surfaces: [surface] })),
    );
  });

  it('tells of links in a colour that is good for a button only', () => {
    const layout = layoutWith({ basicActionColor: { backgroundColor: '#d07000', fontColor: '#000000' } });
    expect(adjustmentsOf(layout)).toContainEqual(
      expect.objectContaining({ pair: 'basicActionColor', part: 'link' }),
    );
  });

  it('has no ratio for what is no colour yet', () => {
    expect(ratioOf({ backgroundColor: '#fff', fontColor: '#12' })).toBeUndefined();
  });
});
