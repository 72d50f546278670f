/** Reference page of the custom properties of the widgets, from the roles of the theme. */
import { defaultSettings } from '@semantic-search/contract';
import { declarationOf } from '../../packages/widgets/manifest/manifest.ts';
import { rolesOf, type Surface } from '../../packages/widgets/src/theme/theme.ts';
import { code, type Page, paragraph, table } from './page.ts';

const SURFACES: Record<Surface, string> = {
  navbar: 'header with logo, title and search box',
  facets: 'column of filters',
  documents: 'results and detail view',
};

const ACTIONS = {
  basic: 'buttons, links and checked boxes',
  focus: 'focus ring, active suggestion and chosen concepts',
  critical: 'errors, and voice input while it listens',
};

const USES: Record<string, string> = {
  surface: 'background',
  raised: 'background of menus and cards',
  text: 'text',
  muted: 'less important text',
  line: 'separators',
  edge: 'borders of controls',
  hover: 'background under the pointer',
  pressed: 'background of a pressed control',
  skeleton: 'placeholder while content loads',
  mark: 'background of highlighted matches',
  'mark-text': 'text on `mark`',
  'mark-ink': 'links on `mark`',
  tint: 'background of concepts',
  'tint-text': 'text on `tint`',
};

export function customPropertiesPage(): Page {
  const roles = Object.keys(rolesOf(defaultSettings.layout, 'documents', 'light'));
  const others = declarationOf('semantic-search').cssProperties.filter(({ name }) => !name.includes('<'));
  return {
    name: 'custom-properties',
    title: 'Colors and custom properties',
    description:
      'The CSS custom properties of the widgets: colors by surface and role, fonts, corners and sizes.',
    blocks: [
      paragraph(
        'The widgets derive all colors from the six color pairs of the [configuration](configuration.md), and adjust their lightness until the contrast suffices. Override one with `--semantic-search-SURFACE-ROLE`, such as `--semantic-search-documents-mark`. These colors are used as they are: if you change a background, also set its text.',
      ),
      '## Surfaces',
      table(
        ['Surface', 'Where'],
        Object.entries(SURFACES).map(([name, where]) => [code(name), where]),
      ),
      '## Roles',
      paragraph('The table shows the default colors, in the light and the dark theme.'),
      table(
        ['Role', 'Use', ...Object.keys(SURFACES).map(code)],
        roles.map((role) => [code(role), useOf(role), ...colorsOf(role)]),
      ),
      '## Fonts, corners and sizes',
      table(
        ['Property', 'Use'],
        others.map(({ name, description }) => [code(name), description]),
      ),
    ],
  };
}

function useOf(role: string): string {
  if (USES[role]) return USES[role];
  const [action, part] = role.split('-') as [keyof typeof ACTIONS, string?];
  const uses: Record<string, string> = {
    text: `text on \`${action}\``,
    hover: `\`${action}\` under the pointer`,
    ink: `text and outlines in this color`,
  };
  return part ? uses[part]! : ACTIONS[action];
}

function colorsOf(role: string): string[] {
  return (Object.keys(SURFACES) as Surface[]).map((surface) =>
    (['light', 'dark'] as const)
      .map((scheme) => code(rolesOf(defaultSettings.layout, surface, scheme)[role]!))
      .join(' '),
  );
}
