/** Operations without a token: health, readiness and version. */
import { Health, Readiness, Version } from '../service.ts';
import { operation, returns, type TaggedOperation } from './operation.ts';

export const serviceOperations: TaggedOperation[] = [
  operation('getHealth', 'GET /health', {
    summary: 'Check whether the process is alive',
    description: 'For a supervisor that restarts the process. It does not check other components.',
    scope: null,
    response: returns(Health, 'The process is alive.', { status: 'alive' }),
  }),
  operation('getReadiness', 'GET /ready', {
    summary: 'Check whether the service is ready, and which component is not',
    description:
      'For a load balancer. Returns 503 during shutdown and while a required component does not work. During startup, the port is closed.',
    scope: null,
    response: returns(
      Readiness,
      'All required components are ready.',
      {
        status: 'ready',
        parts: { service: 'ready', configurations: 'ready', tokens: 'ready', search: 'ready' },
      },
      {
        notReady: {
          status: 'not ready',
          parts: { service: 'ready', configurations: 'ready', tokens: 'ready', search: 'not ready' },
        },
      },
    ),
  }),
  operation('getVersion', 'GET /api/version', {
    summary: 'Read the version of the server',
    description: 'The same version as in `info.version` of this description.',
    scope: null,
    response: returns(Version, 'The version.', { version: '0.1.0' }),
  }),
];
