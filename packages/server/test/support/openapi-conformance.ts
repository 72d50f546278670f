/** Whether the OpenAPI description tells of an answer: every call of a test is held to it. */
import { openApi } from '@semantic-search/contract';

type Responses = Record<string, unknown>;

const { paths } = openApi('http://localhost', '0.0.0') as {
  paths: Record<string, Record<string, { responses: Responses }>>;
};

/** Those without `{names}` first: they win over those with. */
const described = Object.entries(paths)
  .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  .map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));

/** Throws for a status that the description of the operation at this address does not have. */
export function requireDescribed(method: string, url: string, status: number): void {
  const { pathname } = new URL(url);
  const found = described.find(({ pattern }) => pattern.test(pathname));
  if (!found || method === 'OPTIONS') return;
  const operation = found.methods[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const allowed = operation ? Object.keys(operation.responses) : ['400', '401', '404', '405', '406', '429'];
  if (!allowed.includes(String(status))) {
    throw new Error(`The description of ${method} ${found.path} does not tell of ${status}`);
  }
}
