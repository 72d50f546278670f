/** Contrast notices: colors that the widgets adjust, computed by the code of the widgets. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { contrast, formatColor, isColor, parseColor } from '@semantic-search/widgets/color';
import { rolesOf, type Surface } from '@semantic-search/widgets/theme';

type Layout = ConfigurationSettings['layout'];
type PairName = Exclude<keyof Layout, 'logo'>;

export interface Adjustment {
  pair: PairName;
  /** The adjusted member of the pair; `link` if the background is used as text color. */
  part: 'fontColor' | 'backgroundColor' | 'link';
  /** The chosen color and the surface with the lowest contrast; `#rrggbb`. */
  given: string;
  ground: string;
  /** WCAG 2 contrast of the two, 1–21, and the required contrast (success criteria 1.4.3 and 1.4.11). */
  ratio: number;
  needed: number;
  /** Replacement colors and their surfaces; the results come first. */
  replacements: { color: string; surfaces: Surface[] }[];
}

const surfaces: readonly Surface[] = ['documents', 'facets', 'navbar'];
const actions = ['basic', 'focus', 'critical'] as const;

/** Required contrast of text and links, and of the surface of a control. */
const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;

type Part = Pick<Adjustment, 'pair' | 'part'>;
/** A chosen color, its grounds, the required contrast, and the color that visitors see. */
interface Requirement {
  given: string;
  on: string[];
  needed: number;
  color: string;
}
type Comparison = Omit<Adjustment, 'replacements'> & { color: string; surface: Surface };

/** The colors of one surface in light mode. */
interface SurfaceColors {
  surface: Surface;
  /** Color of a role, such as `focus-ink`. */
  role(name: string): string;
  /** Backgrounds of its texts. */
  grounds: string[];
}

/** Returns every color of `layout` that light mode adjusts. All colors must be valid. */
export const adjustmentsOf = (layout: Layout): Adjustment[] =>
  groupByColor(surfaces.flatMap((surface) => onSurface(layout, surface)));

function onSurface(layout: Layout, surface: Surface): Comparison[] {
  const roles = rolesOf(layout, surface, 'light');
  const role = (name: string) => roles[name]!;
  const colors: SurfaceColors = { surface, role, grounds: ['surface', 'hover', 'raised'].map(role) };
  const given = toSixDigits(layout[surface].fontColor);
  const ofText = { given, on: colors.grounds, needed: TEXT_CONTRAST, color: role('text') };
  const texts = compare(colors, { pair: surface, part: 'fontColor' }, ofText);
  return [...texts, ...actions.flatMap((action) => ofAction(action, layout, colors))];
}

/** Adjusted colors of a kind of buttons and links on a surface. */
function ofAction(action: (typeof actions)[number], layout: Layout, colors: SurfaceColors): Comparison[] {
  const { surface, role, grounds } = colors;
  const pair: PairName = `${action}ActionColor`;
  const background = toSixDigits(layout[pair].backgroundColor);
  const text = toSixDigits(layout[pair].fontColor);
  const on = [role('surface')];
  const ofButton = { given: background, on, needed: CONTROL_CONTRAST, color: role(action) };
  const button = compare(colors, { pair, part: 'backgroundColor' }, ofButton);
  const buttonColors = [background, role(action), role(`${action}-hover`)];
  const ofLabel = { given: text, on: buttonColors, needed: TEXT_CONTRAST, color: role(`${action}-text`) };
  const label = compare(colors, { pair, part: 'fontColor' }, ofLabel);
  // Links and the focus ring; the header has no text in these colors.
  const ofLink = { given: background, on: grounds, needed: TEXT_CONTRAST, color: role(`${action}-ink`) };
  const link = compare(colors, { pair, part: 'link' }, ofLink);
  // Legible text changes only together with its button, which another notice reports.
  const isReported = button.length > 0 && ratioBetween(text, background) >= TEXT_CONTRAST;
  return [...button, ...(isReported ? [] : label), ...(surface === 'navbar' ? [] : link)];
}

/** The comparison of a chosen color with its surfaces; empty if visitors see the color itself. */
function compare({ surface }: SurfaceColors, part: Part, requirement: Requirement): Comparison[] {
  const { given, on, needed, color } = requirement;
  return given === color ? [] : [{ ...part, ...failingGround(given, on, needed), surface, needed, color }];
}

/** Returns the first surface whose contrast is too low, or else the first one. */
function failingGround(given: string, grounds: string[], needed: number) {
  const candidates = grounds.map((ground) => ({ given, ground, ratio: ratioBetween(given, ground) }));
  return candidates.find(({ ratio }) => ratio < needed) ?? candidates[0]!;
}

/** Groups the adjustments by chosen color. */
function groupByColor(comparisons: Comparison[]): Adjustment[] {
  const groups = Map.groupBy(comparisons, ({ pair, part }) => `${pair} ${part}`);
  return [...groups.values()].map((group) => {
    const weakest = group.reduce((lowest, candidate) =>
      candidate.ratio < lowest.ratio ? candidate : lowest,
    );
    const { color: _color, surface: _surface, ...comparison } = weakest;
    const replacements = [...Map.groupBy(group, ({ color }) => color)].map(([color, adjustments]) => ({
      color,
      surfaces: adjustments.map(({ surface }) => surface),
    }));
    return { ...comparison, replacements };
  });
}

const ratioBetween = (ink: string, ground: string): number => contrast(parseColor(ink), parseColor(ground));

/** Contrast of a pair; undefined while one color is incomplete. */
export function ratioOf({ backgroundColor, fontColor }: Layout['navbar']): number | undefined {
  if (![backgroundColor, fontColor].every(isColor)) return undefined;
  return ratioBetween(backgroundColor, fontColor);
}

/** Converts to six digits for color inputs; black for an invalid color. */
export const toSixDigits = (color: string): string =>
  isColor(color) ? formatColor(parseColor(color)) : '#000000';
