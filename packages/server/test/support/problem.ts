/** Assertions on problem responses. */
import { tmpdir } from 'node:os';
import { Problem } from '@semantic-search/contract';
import { expect } from 'vitest';
import { validationErrors } from '../../src/validation.ts';
import type { TestResponse } from './server.ts';

/** Must never occur in a response: source locations and Node error messages. */
export const leaks =
  /node:|\.ts\b|\bat \w+ \(|node_modules|[/\\]source[/\\]|TypeError|SyntaxError|Unexpected token|ENOENT/;

/** Expects a valid problem response with this status and without internal details. */
export function expectProblem({ status, headers, body }: TestResponse, expected: number): void {
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(expected);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(validationErrors(Problem, body)).toEqual([]);
  expect(headers.get('x-request-id')).toBe(body.instance);
  expect(JSON.stringify(body)).not.toMatch(leaks);
  expect(JSON.stringify(body)).not.toContain(tmpdir());
}
