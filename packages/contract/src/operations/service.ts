/** What the service tells about itself, without a token. */
import { Health, Readiness, Version } from '../service.ts';
import type { Operation } from './operation.ts';

export const serviceOperations: Operation[] = [
  {
    id: 'getHealth',
    method: 'get',
    path: '/health',
    tag: 'Service',
    summary: 'Whether the process lives',
    scope: null,
    answer: { schema: Health, description: 'It lives.', example: { status: 'alive' } },
    problems: [],
  },
  {
    id: 'getReadiness',
    method: 'get',
    path: '/ready',
    tag: 'Service',
    summary: 'Whether the service can do its work, and which part cannot',
    scope: null,
    answer: {
      schema: Readiness,
      description: 'Every part is ready that the service cannot do without.',
      example: {
        status: 'ready',
        parts: { service: 'ready', configurations: 'ready', tokens: 'ready', search: 'ready' },
      },
      notReady: {
        status: 'not ready',
        parts: { service: 'ready', configurations: 'ready', tokens: 'ready', search: 'not ready' },
      },
    },
    problems: [],
  },
  {
    id: 'getVersion',
    method: 'get',
    path: '/api/version',
    tag: 'Service',
    summary: 'The version of the interface',
    scope: null,
    answer: { schema: Version, description: 'The version.', example: { version: '1.0.0' } },
    problems: [],
  },
];
