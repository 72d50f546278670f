/** The page on scaling, made from the measurements beside this file: `node packages/server/bench/capacity/page.ts`. */
import { writeFileSync } from 'node:fs';
import { type Measurements, readMeasurements } from './measurements.ts';
import { breaking } from './report/bottlenecks.ts';
import { foreseen } from './report/forecast.ts';
import { measured } from './report/measured.ts';
import { modelTold } from './report/model-validation.ts';

export const page = new URL('../../../../docs/scaling.md', import.meta.url);

/** `docs/scaling.md`. */
export function scalingPage(measurements: Measurements): string {
  const head = [
    '# How large it can become',
    '',
    'What was measured on one small machine, and what a model says of a large installation. This page is made from',
    '`packages/server/bench/scaling/measurements.json` by `page.ts` beside it; a test keeps it fresh. `measure.ts` there',
    'measures anew.',
    '',
  ];
  const parts = [measured, modelTold, foreseen, breaking].flatMap((part) => part(measurements));
  return [...head, ...parts, ''].join('\n');
}

if (import.meta.main) writeFileSync(page, scalingPage(readMeasurements()));
