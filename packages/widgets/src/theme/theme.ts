/** Theme: derives accessible light and dark color roles from six color pairs. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { formatColor, luminance, mix, type Oklch, parseColor, withContrast } from './color.ts';

type Layout = ConfigurationSettings['layout'];
export type Surface = 'navbar' | 'facets' | 'documents';
type Action = 'basic' | 'focus' | 'critical';

interface ColorPair {
  background: Oklch;
  text: Oklch;
}

/** Colors by role. All surfaces have the same roles, so that controls work on each of them. */
type Roles = Record<string, string>;

/** Selectors in a shadow root with the surfaces that they show. */
type ThemedSurfaces = readonly (readonly [selectors: string, surface: Surface])[];

/** The surfaces of a search page. */
export const pageSurfaces: ThemedSurfaces = [
  [':host, semantic-search-box', 'documents'],
  ['.navbar, .close', 'navbar'],
  ['.side', 'facets'],
];

const themes = new WeakMap<ShadowRoot, { layout?: Layout; sheet: CSSStyleSheet }>();

/** Colors the surfaces in a shadow root, once for each layout. */
export function applyTheme(root: ShadowRoot, layout: Layout, surfaces: ThemedSurfaces): void {
  const theme = themes.get(root) ?? { sheet: new CSSStyleSheet() };
  if (theme.layout === layout) return;
  // Before the other style sheets, so that their rules for print win.
  if (!theme.layout) root.adoptedStyleSheets.unshift(theme.sheet);
  theme.sheet.replaceSync(themeRules(layout, surfaces));
  themes.set(root, { ...theme, layout });
}

/**
 * Rules that set the color roles of the surfaces, which a page overrides with `--semantic-search-<surface>-<role>`. The browser
 * selects the light or the dark color by `color-scheme`. They are `!important`, because rules of the page beat `:host`.
 */
const themeRules = (layout: Layout, surfaces: ThemedSurfaces): string =>
  surfaces
    .map(([selectors, surface]) => {
      const [light, dark] = [rolesOf(layout, surface, 'light'), rolesOf(layout, surface, 'dark')];
      const properties = Object.entries(light).map(
        ([role, color]) =>
          `--${role}:var(--semantic-search-${surface}-${role},light-dark(${color},${dark[role]}))!important`,
      );
      return `${selectors}{${properties.join(';')}}`;
    })
    .join('');

/** All roles of one surface, as `#rrggbb`. The shares of colors are a matter of taste; `withContrast` ensures the contrast. */
export function rolesOf(layout: Layout, surface: Surface, scheme: 'light' | 'dark'): Roles {
  const isDark = scheme === 'dark';
  const pair = isDark ? darkSurface(layout, surface) : parsePair(layout[surface]);
  const { background, text: configuredText } = pair;
  const hover = shiftLightness(background, configuredText, 0.04);
  const raised = isDark ? { ...background, l: background.l + 0.03 } : background;
  const grounds = [background, hover, raised].map(luminance);
  const text = withContrast(configuredText, grounds);
  const roles: Record<string, Oklch> = {
    surface: background,
    raised,
    text,
    muted: withContrast(mix(text, background, 0.35), grounds),
    line: mix(background, text, 0.14),
    edge: withContrast(mix(background, text, 0.4), grounds.slice(0, 1), MIN_CONTROL_CONTRAST),
    hover,
    pressed: shiftLightness(background, text, 0.08),
    skeleton: mix(background, text, 0.09),
  };
  for (const action of ['basic', 'focus', 'critical'] as const) {
    const actionPair = parsePair(layout[`${action}ActionColor`]);
    // Saturated colors glare on a dark surface.
    if (isDark) actionPair.background.c = Math.min(actionPair.background.c, 0.16);
    Object.assign(roles, actionRoles(action, actionPair, grounds));
  }
  roles.mark = mix(background, roles.focus!, isDark ? 0.35 : 0.16);
  roles.tint = mix(background, roles.basic!, isDark ? 0.22 : 0.09);
  roles['mark-text'] = withContrast(text, [luminance(roles.mark)]);
  roles['mark-ink'] = withContrast(roles['basic-ink']!, [luminance(roles.mark)]);
  roles['tint-text'] = withContrast(roles['basic-ink']!, [luminance(roles.tint)]);
  return Object.fromEntries(Object.entries(roles).map(([role, color]) => [role, formatColor(color)]));
}

/** Contrast of controls with the surface, the first of the grounds (WCAG 2, 1.4.11). */
const MIN_CONTROL_CONTRAST = 3;

/** Roles of a filled control (`basic`, `basic-text`, `basic-hover`) and of colored text or outlines (`basic-ink`). */
function actionRoles(action: Action, pair: ColorPair, grounds: readonly number[]) {
  const background = withContrast(pair.background, grounds.slice(0, 1), MIN_CONTROL_CONTRAST);
  const hovered = shiftLightness(background, pair.text, 0.05);
  return {
    [action]: background,
    [`${action}-text`]: withContrast(pair.text, [background, hovered].map(luminance)),
    [`${action}-hover`]: hovered,
    [`${action}-ink`]: withContrast(background, grounds),
  };
}

function parsePair({ backgroundColor, fontColor }: Layout['navbar']): ColorPair {
  return { background: parseColor(backgroundColor), text: parseColor(fontColor) };
}

/** The surface in the dark theme, with the same hue and little chroma; a navigation bar that is already dark is unchanged. */
function darkSurface(layout: Layout, surface: Surface): ColorPair {
  const { background, text } = parsePair(layout[surface]);
  if (surface === 'navbar' && background.l < 0.42) return { background, text };
  const l = { navbar: 0.27, facets: 0.235, documents: 0.2 }[surface];
  const c = Math.min(background.c, surface === 'navbar' ? 0.07 : 0.018);
  return { background: { l, c, h: background.h }, text: { l: 0.93, c: Math.min(text.c, 0.01), h: text.h } };
}

/** Shifts the lightness away from the text to increase the contrast; towards it at the ends of the scale. */
function shiftLightness(color: Oklch, text: Oklch, amount: number): Oklch {
  const delta = color.l > withContrast(text, [luminance(color)]).l ? amount : -amount;
  const l = color.l + delta;
  return { ...color, l: l > 1 || l < 0 ? color.l - delta : l };
}
