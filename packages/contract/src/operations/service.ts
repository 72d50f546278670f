/** Operations without a token: health, readiness and version. */
import { Health, Readiness, Version } from '../service.ts';
import type { TaggedOperation } from './operation.ts';

export const serviceOperations: TaggedOperation[] = [
  {
    id: 'getHealth',
    method: 'get',
    path: '/health',
    summary: 'Check whether the process is alive',
    description: 'For a supervisor that restarts the process. It does not check other components.',
    scope: null,
    response: { schema: Health, description: 'The process is alive.', example: { status: 'alive' } },
    problems: [],
  },
  {
    id: 'getReadiness',
    method: 'get',
    path: '/ready',
    summary: 'Check whether the service is ready, and which component is not',
    description:
      'For a load balancer. Returns 503 during shutdown and while a required component does not work. During startup, the port is closed.',
    scope: null,
    response: {
      schema: Readiness,
      description: 'All required components are ready.',
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
    summary: 'Read the version of the server',
    description: 'The same version as in `info.version` of this description.',
    scope: null,
    response: { schema: Version, description: 'The version.', example: { version: '0.1.0' } },
    problems: [],
  },
];
