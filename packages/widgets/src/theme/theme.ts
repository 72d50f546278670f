/** Theme: derives accessible light and dark color roles from six color pairs. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { formatColor, mix, type Oklch, parseColor, quantized, readable } from './color.ts';

type Layout = ConfigurationSettings['layout'];
export type Surface = 'navbar' | 'facets' | 'documents';
type Action = 'basic' | 'focus' | 'critical';

interface ColorPair {
  background: Oklch;
  text: Oklch;
}

/** Role → color. All surfaces have the same roles, so that controls work on each of them. */
export type Roles = Record<string, string>;

/** Sets the color roles of `surface` on `element`, once for each layout. A page overrides a role with `--semantic-search-<surface>-<role>`. */
export function applyTheme(element: HTMLElement, layout: Layout, surface: Surface): void {
  if (applied.get(element) === layout) return;
  applied.set(element, layout);
  for (const [property, value] of propertiesOf(layout, surface)) element.style.setProperty(property, value);
}

const applied = new WeakMap<Element, Layout>();

/** Selectors of the surfaces inside a search page, which itself has the surface `documents`. */
export const surfaceSelectors: readonly [selector: string, surface: Surface][] = [
  ['.navbar, .close', 'navbar'],
  ['semantic-search-box', 'documents'],
  ['.side', 'facets'],
];

/** Sets the color roles of a search page with the content `root`. */
export function paintSurfaces(host: HTMLElement, root: ParentNode, layout: Layout): void {
  applyTheme(host, layout, 'documents');
  for (const [selector, surface] of surfaceSelectors)
    for (const element of root.querySelectorAll<HTMLElement>(selector)) applyTheme(element, layout, surface);
}

/** Cache, because several elements share one surface. */
const propertiesByLayout = new WeakMap<
  Layout,
  Partial<Record<Surface, [property: string, value: string][]>>
>();

/**
 * The custom properties of a surface with their values, as `applyTheme` sets them. The browser selects the light or the
 * dark color by `color-scheme`, which the base styles set from the attribute `theme` or else inherit from the page.
 */
export function propertiesOf(layout: Layout, surface: Surface): [property: string, value: string][] {
  const cached = propertiesByLayout.get(layout) ?? {};
  propertiesByLayout.set(layout, cached);
  if (cached[surface]) return cached[surface];
  const [light, dark] = [false, true].map((isDark) => rolesOf(layout, surface, isDark)) as [Roles, Roles];
  cached[surface] = Object.entries(light).map(([role, color]) => [
    `--${role}`,
    `var(--semantic-search-${surface}-${role}, light-dark(${color}, ${dark[role]}))`,
  ]);
  return cached[surface];
}

/** All roles of one surface, as `#rrggbb`. */
export function rolesOf(layout: Layout, surface: Surface, isDark: boolean): Roles {
  const { background, text: configuredText } = isDark
    ? darkSurface(layout, surface)
    : pairOf(layout[surface]);
  const hover = shiftLightness(background, configuredText, 0.04);
  const raised = isDark ? quantized({ ...background, l: background.l + 0.03 }) : background;
  const grounds = [background, hover, raised];
  const text = readable(configuredText, grounds);
  const roles: Record<string, Oklch> = {
    surface: background,
    raised,
    text,
    muted: readable(mix(text, background, 0.35), grounds),
    line: mix(background, text, 0.14),
    edge: readable(mix(background, text, 0.4), [background], 3),
    hover,
    pressed: shiftLightness(background, text, 0.08),
    skeleton: mix(background, text, 0.09),
  };
  for (const action of ['basic', 'focus', 'critical'] as const) {
    Object.assign(roles, actionRoles(action, actionPair(layout, action, background, isDark), grounds));
  }
  roles.mark = quantized(mix(background, roles.focus!, isDark ? 0.35 : 0.16));
  roles.tint = quantized(mix(background, roles.basic!, isDark ? 0.22 : 0.09));
  roles['mark-text'] = readable(text, [roles.mark]);
  roles['mark-ink'] = readable(roles['basic-ink']!, [roles.mark]);
  roles['tint-text'] = readable(roles['basic-ink']!, [roles.tint]);
  return Object.fromEntries(Object.entries(roles).map(([role, color]) => [role, formatColor(color)]));
}

/** Roles of a filled control (`basic`, `basic-text`, `basic-hover`) and of colored text or outlines (`basic-ink`). */
function actionRoles(action: Action, { background, text: configuredText }: ColorPair, grounds: Oklch[]) {
  const hovered = shiftLightness(background, configuredText, 0.05);
  const text = readable(configuredText, [background, hovered]);
  return {
    [action]: background,
    [`${action}-text`]: text,
    [`${action}-hover`]: hovered,
    [`${action}-ink`]: readable(background, grounds),
  };
}

/** Colors of a filled control, adjusted only as far as its contrast with the surface (3:1) requires. */
function actionPair(layout: Layout, action: Action, surface: Oklch, isDark: boolean): ColorPair {
  const { background, text } = pairOf(layout[`${action}ActionColor`]);
  const desaturated = isDark ? { ...background, c: Math.min(background.c, 0.16) } : background;
  return { background: quantized(readable(desaturated, [surface], 3)), text };
}

function pairOf(pair: Layout['navbar']): ColorPair {
  return { background: parseColor(pair.backgroundColor), text: parseColor(pair.fontColor) };
}

/** The surface in the dark theme, with the same hue; a navigation bar that is already dark is unchanged. */
function darkSurface(layout: Layout, surface: Surface): ColorPair {
  const { background, text } = pairOf(layout[surface]);
  if (surface === 'navbar' && background.l < 0.42) return { background, text };
  const l = { navbar: 0.27, facets: 0.235, documents: 0.2 }[surface];
  const c = Math.min(background.c, surface === 'navbar' ? 0.07 : 0.018);
  return {
    background: quantized({ l, c, h: background.h }),
    text: { l: 0.93, c: Math.min(text.c, 0.01), h: text.h },
  };
}

/** Shifts the lightness away from the text to increase the contrast; towards it at the ends of the scale. */
function shiftLightness(color: Oklch, text: Oklch, amount: number): Oklch {
  const delta = color.l > readable(text, [color]).l ? amount : -amount;
  const l = color.l + delta;
  return quantized({ ...color, l: l > 1 || l < 0 ? color.l - delta : l });
}
