/** The generated page of the HTTP API. */
import { expect, test } from 'vitest';
import { apiPage } from './api-page.ts';

test('contains no scripts, no inline styles and no tags that are escaped twice', () => {
  const page = apiPage();
  expect(page).not.toMatch(/<script|style=|&amp;lt;/);
  expect(page).toContain('__SERVER__/api/configurations');
});
