import { expect, test } from 'vitest';
import { findMisspelledVariables } from './unknown-variables.ts';

test.each([
  ['OIDC_ISUER', 'OIDC_ISSUER'],
  ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
  ['REQUEST_PER_MINUTE_AND_TOKEN', 'REQUESTS_PER_MINUTE_AND_TOKEN'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATADIR', 'DATA_DIR'],
  ['log_level', 'LOG_LEVEL'],
  ['SEMANTIC_SEARCH_PORT', 'PORT'],
])('%s is reported as a misspelling of %s', (variable, meant) => {
  expect(findMisspelledVariables([variable])).toEqual([{ variable, meant }]);
});

test('does not report settings or variables of other programs', () => {
  const others = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'LANG',
    'TERM',
    'USER',
    'MAIL',
    'TZ',
    'SHLVL',
    'TMPDIR',
    'PGHOST',
  ];
  const ofNode = [
    'NODE_ENV',
    'NODE_OPTIONS',
    'npm_config_user_agent',
    'npm_package_name',
    'HTTP_PROXY',
    'no_proxy',
  ];
  const ofCluster = ['KUBERNETES_PORT', 'SEARCH_SERVICE_PORT_HTTP', 'OTEL_SERVICE_NAME', 'JOURNAL_STREAM'];
  expect(
    findMisspelledVariables([...others, ...ofNode, ...ofCluster, 'PORT', 'OIDC_ISSUER', 'METRICS']),
  ).toEqual([]);
});
