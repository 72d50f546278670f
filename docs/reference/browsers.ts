/** Oldest supported browsers, from the newest features that the widgets need and MDN's compatibility data. */
import { createRequire } from 'node:module';
import { paragraph, table } from './page.ts';

const compatibilityData = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatibilityData;

interface CompatibilityData {
  __compat?: { support: Record<string, Support | Support[]> };
  [key: string]: CompatibilityData | unknown;
}
interface Support {
  version_added: string | false;
  flags?: unknown;
}

/** A feature without which the widgets do not work or look broken; `sign` shows that the source uses it. */
export interface Feature {
  name: string;
  /** Path in the compatibility data. */
  path: string;
  sign: string;
}

export const requiredFeatures: Feature[] = [
  { name: '`light-dark()`', path: 'css.types.color.light-dark', sign: 'light-dark(' },
  { name: '`AbortSignal.any()`', path: 'api.AbortSignal.any_static', sign: 'AbortSignal.any(' },
  {
    name: '`AbortSignal.timeout()`',
    path: 'api.AbortSignal.timeout_static',
    sign: 'AbortSignal.timeout(',
  },
  {
    name: '`Promise.withResolvers()`',
    path: 'javascript.builtins.Promise.withResolvers',
    sign: 'Promise.withResolvers',
  },
  { name: '`:dir()`', path: 'css.selectors.dir', sign: ':dir(' },
  { name: '`URL.canParse()`', path: 'api.URL.canParse_static', sign: 'URL.canParse(' },
  { name: '`:has()`', path: 'css.selectors.has', sign: ':has(' },
  { name: '`<search>`', path: 'html.elements.search', sign: '<search' },
  { name: 'container queries', path: 'css.at-rules.container', sign: '@container' },
  { name: '`color-mix()`', path: 'css.types.color.color-mix', sign: 'color-mix(' },
  { name: '`toSorted()`', path: 'javascript.builtins.Array.toSorted', sign: '.toSorted(' },
];

const browsers = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'Safari on iOS',
};
type Browser = keyof typeof browsers;

/** The first version with the feature and without a flag. */
export function versionOf({ path, name }: Feature, browser: Browser): number {
  const found = path.split('.').reduce<CompatibilityData | undefined>((data, key) => {
    return data?.[key] as CompatibilityData | undefined;
  }, compatibilityData);
  const versions = [found?.__compat?.support[browser] ?? []]
    .flat()
    .filter(({ flags }) => !flags)
    .map(({ version_added: added }) => Number(added || Number.NaN))
    .filter((version) => version > 0);
  if (versions.length === 0) throw new Error(`No version of ${browser} for ${name}`);
  return Math.min(...versions);
}

export function browserBlocks(): string[] {
  const keys = Object.keys(browsers) as Browser[];
  const rows = requiredFeatures.map((feature) => [
    feature.name,
    ...keys.map((browser) => String(versionOf(feature, browser))),
  ]);
  const oldest = keys.map((browser) =>
    Math.max(...requiredFeatures.map((feature) => versionOf(feature, browser))),
  );
  return [
    '## Browsers',
    paragraph('The widgets, the main page and the editor need these versions or later.'),
    table(
      ['Browser', 'Oldest version'],
      keys.map((browser, i) => [browsers[browser], String(oldest[i])]),
    ),
    paragraph(
      'These versions are the first ones with all features that the source of the widgets uses, according to the browser compatibility data of MDN. A test checks that the source uses each of them. `pnpm test:integration` runs a complete visit in current versions of Firefox and WebKit. The versions in the table are not tested themselves.',
    ),
    table(['Feature', ...keys.map((browser) => browsers[browser])], rows),
    paragraph(
      'The widgets use popovers, anchor positioning and voice input only where the browser offers them.',
    ),
  ];
}
