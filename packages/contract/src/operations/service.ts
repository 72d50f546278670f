/** Operations of the service: health, readiness, version and status; only the status needs a token. */
import { Health, Readiness, ServiceStatus, Version } from '../messages/service.ts';
import { type Operation, operationWith, returns } from './operation.ts';

const operation = operationWith({ tag: 'Service', scope: null });

export const serviceOperations: Operation[] = [
  operation('getHealth', 'GET /health', {
    summary: 'Check whether the process is alive',
    description: 'For a supervisor that restarts the process. It does not check other components.',
    response: returns(Health, 'The process is alive.', { status: 'alive' }),
  }),
  operation('getReadiness', 'GET /ready', {
    summary: 'Check whether the service is ready, and which component is not',
    description:
      'For a load balancer. Returns 503 during shutdown and while a required component does not work. During startup, the port is closed.',
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
    response: returns(Version, 'The version.', { version: '0.1.0' }),
  }),
  operation('getStatus', 'GET /api/status', {
    summary: 'Read the health of the server, its spaces, sources and disk',
    description:
      'For administrators. Returns the components with the reasons for failures, the findings of `semantic-search doctor` in the data directory, tokens that expire within 30 days, and search spaces with their sources. Checking large databases takes seconds.',
    scope: 'tokens:write',
    response: returns(ServiceStatus, 'The status.', {
      version: '0.1.0',
      started: '2026-03-01T09:30:00.000Z',
      components: [{ name: 'search', ready: true }],
      findings: [{ part: 'disk', state: 'good', message: '5000 MiB free' }],
      disk: { free: 5_242_880_000, total: 10_485_760_000 },
      spaces: [{ name: 'news', documents: 120, concepts: 0, healthy: true }],
    }),
  }),
];
