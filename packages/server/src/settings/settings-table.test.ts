import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsTable } from './settings-table.ts';
import { Variables } from './variables.ts';

test('docs/settings.md matches the schema of the environment variables', async () => {
  const page = await readFile(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsTable());
});

test('every setting has a description', () => {
  for (const [name, schema] of Object.entries(Variables.properties)) {
    expect((schema as { title?: string }).title, name).toMatch(/\.$/);
  }
});
