/** Where visitors see another colour than the owner chose, because text or a control could not be made out: by the widgets' own code. */
import type { Settings } from '@semantic-search/contract';
import { contrast, formatColor, parseColor } from '@semantic-search/widgets/color';
import { rolesOf, type Surface } from '@semantic-search/widgets/theme';

type Layout = Settings['layout'];
export type PairName = Exclude<keyof Layout, 'logo'>;

export interface Adjustment {
  pair: PairName;
  /** The member of the pair that is shown as another; `link` where the background serves as the colour of text. */
  part: 'fontColor' | 'backgroundColor' | 'link';
  /** Where it is so. */
  surfaces: Surface[];
  /** As the owner chose it, and what it stands on there; `#rrggbb`. */
  given: string;
  ground: string;
  /** WCAG 2 contrast of the two, 1–21, and what is needed (success criteria 1.4.3 and 1.4.11). */
  ratio: number;
  needed: number;
  /** What visitors see instead. */
  shown: string;
}

const surfaces: readonly Surface[] = ['documents', 'facets', 'navbar'];
const actions = ['basic', 'focus', 'critical'] as const;

/** Every colour of `layout` that visitors in daylight see otherwise; each of its colours must be one. */
export function adjustmentsOf(layout: Layout): Adjustment[] {
  return merged(surfaces.flatMap((surface) => onSurface(layout, surface)));
}

function onSurface(layout: Layout, surface: Surface): Adjustment[] {
  const roles = rolesOf(layout, surface, false);
  const role = (name: string) => roles[name]!;
  const grounds = ['surface', 'hover', 'raised'].map(role);
  const ofActions = actions.flatMap((action) => {
    const pair: PairName = `${action}ActionColor`;
    const { backgroundColor, fontColor } = layout[pair];
    const filled = [role(action), role(`${action}-hover`)];
    const ground = compared(backgroundColor, [role('surface')], 3, role(action));
    const text = compared(fontColor, filled, 4.5, role(`${action}-text`));
    // Links and the focus ring; in the bar there is no text in these colours.
    const link = surface !== 'navbar' && compared(backgroundColor, grounds, 4.5, role(`${action}-ink`));
    return [
      ground && { ...ground, pair, part: 'backgroundColor' as const },
      // What can be read on the owner's own ground is shown otherwise only because that ground is: it tells enough.
      text && (!ground || isTooLow(layout[pair])) && { ...text, pair, part: 'fontColor' as const },
      link && { ...link, pair, part: 'link' as const },
    ];
  });
  const text = compared(layout[surface].fontColor, grounds, 4.5, role('text'));
  return [text && { ...text, pair: surface, part: 'fontColor' as const }, ...ofActions]
    .filter((found) => found !== undefined && found !== false)
    .map((found) => ({ ...found, surfaces: [surface] }));
}

const isTooLow = (pair: Layout['navbar']): boolean => (ratioOf(pair) ?? 21) < 4.5;

type Comparison = Pick<Adjustment, 'given' | 'ground' | 'ratio' | 'needed' | 'shown'>;

/** Undefined where visitors see what was chosen; else it tells of the first ground without enough. */
function compared(chosen: string, grounds: string[], needed: number, shown: string): Comparison | undefined {
  const given = sixDigits(chosen);
  if (given === shown) return undefined;
  const rated = grounds.map((ground) => ({ ground, ratio: contrast(parseColor(given), parseColor(ground)) }));
  return { given, needed, shown, ...(rated.find(({ ratio }) => ratio < needed) ?? rated[0]!) };
}

/** The same on several surfaces is one. */
function merged(found: Adjustment[]): Adjustment[] {
  const one = new Map<string, Adjustment>();
  for (const adjustment of found) {
    const key = `${adjustment.pair} ${adjustment.part} ${adjustment.shown}`;
    const known = one.get(key);
    if (known) known.surfaces.push(...adjustment.surfaces);
    else one.set(key, adjustment);
  }
  return [...one.values()];
}

/** The contrast of a pair as chosen; undefined where one of the two is no colour yet. */
export function ratioOf({ backgroundColor, fontColor }: Layout['navbar']): number | undefined {
  if (![backgroundColor, fontColor].every(isColor)) return undefined;
  return contrast(parseColor(backgroundColor), parseColor(fontColor));
}

export const isColor = (text: string): boolean => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text);

/** As colour inputs of a browser take it: six digits; black for what is no colour. */
export const sixDigits = (color: string): string =>
  isColor(color) ? formatColor(parseColor(color)) : '#000000';
