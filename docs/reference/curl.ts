/** Example call of an operation with curl. */
import type { Operation } from '@semantic-search/contract';
import type { OperationDescription, Parameter } from './operation-blocks.ts';

export function curl(
  server: string,
  { method, path, scope }: Operation,
  { parameters, requestBody }: OperationDescription,
): string {
  const [query, inPath] = ['query', 'path'].map((place) =>
    parameters.filter((each) => each.in === place && (place === 'path' || each.required)),
  ) as [Parameter[], Parameter[]];
  const url = inPath.reduce((text, each) => text.replace(`{${each.name}}`, sample(each)), path);
  const search = query.map((each) => `${each.name}=${sample(each)}`).join('&');
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${server}${url}${search && `?${search}`}'`,
  ];
  if (scope !== null) lines.push(`  -H "Authorization: Bearer $TOKEN"`);
  const [content] = Object.entries(requestBody?.content ?? {});
  if (content) {
    const [mediaType, { example }] = content;
    lines.push(`  -H 'Content-Type: ${mediaType}'`);
    const text = typeof example === 'string' ? example.trim() : JSON.stringify(example);
    const isFile = mediaType !== 'application/json';
    lines.push(
      isFile ? `  --data-binary @${FILES[mediaType] ?? 'file'}` : `  -d '${text.replaceAll("'", "'\\''")}'`,
    );
  }
  return lines.join(' \\\n');
}

const FILES: Record<string, string> = {
  'application/x-ndjson': 'documents.ndjson',
  'text/csv': 'documents.csv',
  'text/turtle': 'thesaurus.ttl',
};

const SAMPLES: Record<string, string> = {
  configId: '1',
  version: '1',
  space: 'field-guide',
  uri: encodeURIComponent('https://field-guide.example/species/puma'),
  jti: 'TOKEN_ID',
  run: 'RUN_ID',
  searchString: 'pum',
  recommender: 'related-concepts',
};

function sample({ name, example }: Parameter): string {
  return SAMPLES[name] ?? encodeURIComponent(String(example ?? name.toUpperCase()));
}
