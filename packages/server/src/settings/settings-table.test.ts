import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsTable } from './settings-table.ts';
import { Variables } from './variables.ts';

test('docs/settings.md is what the schema of the settings says', async () => {
  const page = await readFile(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsTable());
});

test('every setting says what it sets', () => {
  for (const [name, schema] of Object.entries(Variables.properties)) {
    expect((schema as { title?: string }).title, name).toMatch(/\.$/);
  }
});
