/** What every answer to bad input has in common: for tests. */
import { tmpdir } from 'node:os';
import { Problem } from '@semantic-search/contract';
import { expect } from 'vitest';
import { faults } from '../../src/validation.ts';
import type { Answer } from './server.ts';

/** What must never be in an answer: places of the code, and what errors of Node look like. */
export const leaks =
  /node:|\.ts\b|\bat \w+ \(|node_modules|[/\\]source[/\\]|TypeError|SyntaxError|Unexpected token|ENOENT/;

/** That an answer of this status is a problem as the contract has it, and tells nothing of what is behind it. */
export function expectProblem({ status, headers, body }: Answer, expected: number): void {
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(expected);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(faults(Problem, body)).toEqual([]);
  expect(headers.get('x-request-id')).toBe(body.instance);
  expect(JSON.stringify(body)).not.toMatch(leaks);
  expect(JSON.stringify(body)).not.toContain(tmpdir());
}
