import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checked } from './cost-model.ts';
import { readMeasurements } from './measurements.ts';
import { page, scalingPage } from './page.ts';

test('the page tells what was measured', () => {
  expect(readFileSync(page, 'utf8')).toBe(scalingPage(readMeasurements()));
});

test('what was held back is foretold to three tenths', () => {
  const rows = checked(readMeasurements().clusters, 'all');
  expect(rows.length).toBeGreaterThan(1);
  for (const { error } of rows) expect(Math.abs(error)).toBeLessThan(0.3);
});
