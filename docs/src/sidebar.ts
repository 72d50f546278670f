/** How-to guides and reference pages by reader, in the order of the sidebar; a test demands that each page is in one group. */
export const GUIDES: Readonly<Record<string, readonly string[]>> = {
  'Your website': [
    'embed',
    'crawl-a-website',
    'site-generators',
    'harvest-feeds-and-repositories',
    'edit-configurations',
    'choose-filters',
    'colors',
    'dialog',
    'synonyms-and-categories',
    'renew-the-token',
    'privacy',
    'questions',
  ],
  'Integrate a CMS': [
    'start-a-project',
    'move-from-another-search',
    'synchronize-a-cms',
    'categories-to-skos',
    'results-page',
    'result-template',
    'frameworks',
    'server-rendering',
    'content-security-policy',
    'several-sites',
    'agents',
  ],
  'Operate the server': [
    'install-on-a-server',
    'run-in-a-container',
    'run-on-kubernetes',
    'sign-in-with-openid-connect',
    'back-up-and-restore',
    'upgrade',
    'monitor',
    'postgresql-replicas',
    'opensearch',
    'graphsearch',
    'embeddings',
    'tune-the-ranking',
    'troubleshoot',
  ],
};

export const REFERENCE: Readonly<Record<string, readonly string[]>> = {
  'Search page': [
    'semantic-search',
    'facet-panel',
    'similar-docs',
    'custom-properties',
    'url-parameters',
    'query-syntax',
    'configuration',
    'languages-and-browsers',
  ],
  Content: ['document-format', 'thesaurus-format'],
  'HTTP API': [
    'http-api',
    'operations',
    'operations-search',
    'operations-configurations',
    'operations-spaces',
    'operations-tokens',
    'operations-service',
    'objects',
    'problems',
    'limits',
  ],
  Server: ['command-line', 'environment', 'backends-file', 'metrics'],
};

/** Pages of a folder in the order of the sidebar; those that are in no list follow by name. */
export const ORDER: readonly string[] = [
  ...Object.values(GUIDES).flatMap((names) => names.map((name) => `how-to/${name}`)),
  ...Object.values(REFERENCE).flatMap((names) => names.map((name) => `reference/${name}`)),
];
