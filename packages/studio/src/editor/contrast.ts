/** Where visitors see another colour than the owner chose, because text or a control could not be made out: by the widgets' own code. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { contrast, formatColor, parseColor } from '@semantic-search/widgets/color';
import { rolesOf, type Surface } from '@semantic-search/widgets/theme';

type Layout = ConfigurationSettings['layout'];
export type PairName = Exclude<keyof Layout, 'logo'>;

export interface Adjustment {
  pair: PairName;
  /** The member of the pair that is shown as another; `link` where the background serves as the colour of text. */
  part: 'fontColor' | 'backgroundColor' | 'link';
  /** As the owner chose it, and the ground on which it has the least contrast; `#rrggbb`. */
  given: string;
  ground: string;
  /** WCAG 2 contrast of the two, 1–21, and what is needed (success criteria 1.4.3 and 1.4.11). */
  ratio: number;
  needed: number;
  /** What visitors see instead, and where; the first is that of the results where they are among them. */
  shown: { color: string; surfaces: Surface[] }[];
}

const surfaces: readonly Surface[] = ['documents', 'facets', 'navbar'];
const actions = ['basic', 'focus', 'critical'] as const;

type Part = Pick<Adjustment, 'pair' | 'part'>;
type Comparison = Omit<Adjustment, 'shown'> & { color: string; surface: Surface };

/** Every colour of `layout` that visitors in daylight see otherwise; each of its colours must be one. */
export const adjustmentsOf = (layout: Layout): Adjustment[] =>
  merged(surfaces.flatMap((surface) => onSurface(layout, surface)));

function onSurface(layout: Layout, surface: Surface): Comparison[] {
  const roles = rolesOf(layout, surface, false);
  const role = (name: string) => roles[name]!;
  const grounds = ['surface', 'hover', 'raised'].map(role);
  const compare = (of: Part, given: string, on: string[], needed: number, color: string) =>
    given === color ? [] : [{ ...of, ...lowest(given, on, needed), surface, needed, color }];
  const ofActions = actions.flatMap((action) => {
    const pair: PairName = `${action}ActionColor`;
    const [background, text] = [layout[pair].backgroundColor, layout[pair].fontColor].map(sixDigits) as [
      string,
      string,
    ];
    const ground = compare({ pair, part: 'backgroundColor' }, background, [role('surface')], 3, role(action));
    const filled = [background, role(action), role(`${action}-hover`)];
    const label = compare({ pair, part: 'fontColor' }, text, filled, 4.5, role(`${action}-text`));
    // Links and the focus ring; in the bar there is no text in these colours.
    const link = compare({ pair, part: 'link' }, background, grounds, 4.5, role(`${action}-ink`));
    return [
      ...ground,
      // What can be read on the owner's own ground is shown otherwise only because that ground is: it tells enough.
      ...(ground.length > 0 && ratioBetween(text, background) >= 4.5 ? [] : label),
      ...(surface === 'navbar' ? [] : link),
    ];
  });
  const own = compare(
    { pair: surface, part: 'fontColor' },
    sixDigits(layout[surface].fontColor),
    grounds,
    4.5,
    role('text'),
  );
  return [...own, ...ofActions];
}

/** The first ground without enough contrast. */
function lowest(
  given: string,
  grounds: string[],
  needed: number,
): Pick<Adjustment, 'given' | 'ground' | 'ratio'> {
  const rated = grounds.map((ground) => ({ given, ground, ratio: ratioBetween(given, ground) }));
  return rated.find(({ ratio }) => ratio < needed) ?? rated[0]!;
}

/** One for each colour that was chosen, with all that it is shown as. */
function merged(found: Comparison[]): Adjustment[] {
  const groups = Map.groupBy(found, ({ pair, part }) => `${pair} ${part}`);
  return [...groups.values()].map((group) => {
    const {
      color: _color,
      surface: _surface,
      ...worst
    } = group.reduce((one, other) => (other.ratio < one.ratio ? other : one));
    const shown = [...Map.groupBy(group, ({ color }) => color)].map(([color, all]) => ({
      color,
      surfaces: all.map(({ surface }) => surface),
    }));
    return { ...worst, shown };
  });
}

const ratioBetween = (one: string, other: string): number => contrast(parseColor(one), parseColor(other));

/** The contrast of a pair as chosen; undefined where one of the two is no colour yet. */
export function ratioOf({ backgroundColor, fontColor }: Layout['navbar']): number | undefined {
  if (![backgroundColor, fontColor].every(isColor)) return undefined;
  return ratioBetween(backgroundColor, fontColor);
}

export const isColor = (text: string): boolean => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text);

/** As colour inputs of a browser take it: six digits; black for what is no colour. */
export const sixDigits = (color: string): string =>
  isColor(color) ? formatColor(parseColor(color)) : '#000000';
