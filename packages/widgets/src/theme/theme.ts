/** Theme: derives accessible light and dark color roles from six color pairs. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { formatColor, mix, type Oklch, parseColor, quantized, readable } from './color.ts';

type Layout = ConfigurationSettings['layout'];
export type Surface = 'navbar' | 'facets' | 'documents';
type Action = 'basic' | 'focus' | 'critical';

interface Painted {
  background: Oklch;
  text: Oklch;
}

/** Role → colour. Roles of a surface are named alike on every surface, so that controls need not know where they stand. */
export type Roles = Record<string, string>;

/** Paints `element` as `surface`. A page overrides a role with `--semantic-search-<surface>-<role>`. */
export function paint(element: HTMLElement, layout: Layout, surface: Surface): void {
  for (const [property, value] of propertiesOf(layout, surface)) element.style.setProperty(property, value);
}

/** Several elements stand on one surface. */
const known = new WeakMap<Layout, Partial<Record<Surface, [property: string, value: string][]>>>();

/** The custom properties of a surface with their values, as `paint` sets them. */
export function propertiesOf(layout: Layout, surface: Surface): [property: string, value: string][] {
  const made = known.get(layout) ?? {};
  known.set(layout, made);
  if (made[surface]) return made[surface];
  const [light, dark] = [false, true].map((isDark) => rolesOf(layout, surface, isDark)) as [Roles, Roles];
  made[surface] = Object.entries(light).map(([role, color]) => [
    `--${role}`,
    `var(--semantic-search-${surface}-${role}, light-dark(${color}, ${dark[role]}))`,
  ]);
  return made[surface];
}

/** All roles of one surface, as `#rrggbb`. */
export function rolesOf(layout: Layout, surface: Surface, isDark: boolean): Roles {
  const { background, text: given } = isDark ? darkSurface(layout, surface) : pairOf(layout[surface]);
  const hover = shifted(background, readable(given, [background]), 0.04);
  const raised = isDark ? quantized({ ...background, l: background.l + 0.03 }) : background;
  const grounds = [background, hover, raised];
  const text = readable(given, grounds);
  const roles: Record<string, Oklch> = {
    surface: background,
    raised,
    text,
    muted: readable(mix(text, background, 0.35), grounds),
    line: mix(background, text, 0.14),
    edge: readable(mix(background, text, 0.4), [background], 3),
    hover,
    pressed: shifted(background, text, 0.08),
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

/** As filled area (`basic`, `basic-text`), hovered, and as coloured text or ring on any of the grounds (`basic-ink`). */
function actionRoles(action: Action, { background, text: given }: Painted, grounds: Oklch[]) {
  const hovered = shifted(background, readable(given, [background]), 0.05);
  const text = readable(given, [background, hovered]);
  return {
    [action]: background,
    [`${action}-text`]: text,
    [`${action}-hover`]: hovered,
    [`${action}-ink`]: readable(background, grounds),
  };
}

/** A filled control must stand out from its surface (3:1); the owner's colour moves only as far as needed. */
function actionPair(layout: Layout, action: Action, surface: Oklch, isDark: boolean): Painted {
  const { background, text } = pairOf(layout[`${action}ActionColor`]);
  const calm = isDark ? { ...background, c: Math.min(background.c, 0.16) } : background;
  return { background: quantized(readable(calm, [surface], 3)), text };
}

function pairOf(pair: Layout['navbar']): Painted {
  return { background: parseColor(pair.backgroundColor), text: parseColor(pair.fontColor) };
}

/** The same hue by night: a bar that is dark already stays, everything else goes to the dark end. */
function darkSurface(layout: Layout, surface: Surface): Painted {
  const { background, text } = pairOf(layout[surface]);
  if (surface === 'navbar' && background.l < 0.42) return { background, text };
  const l = { navbar: 0.27, facets: 0.235, documents: 0.2 }[surface];
  const c = Math.min(background.c, surface === 'navbar' ? 0.07 : 0.018);
  return {
    background: quantized({ l, c, h: background.h }),
    text: { l: 0.93, c: Math.min(text.c, 0.01), h: text.h },
  };
}

/** Away from the text, so that contrast grows; towards it only at the ends, where there is contrast to spare. */
function shifted(color: Oklch, text: Oklch, by: number): Oklch {
  const away = color.l > text.l ? by : -by;
  const l = color.l + away;
  return quantized({ ...color, l: l > 1 || l < 0 ? color.l - away : l });
}
