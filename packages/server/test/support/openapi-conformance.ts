/** OpenAPI conformance: checks the status of every call of a test against the description. */
import { openApi } from '@semantic-search/contract';

type Responses = Record<string, unknown>;

const { paths } = openApi('http://localhost', '0.0.0') as {
  paths: Record<string, Record<string, { responses: Responses }>>;
};

/** Paths without parameters first, because they take precedence. */
const described = Object.entries(paths)
  .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  .map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));

/** Throws for a status that the operation does not document. */
export function requireDocumentedStatus(method: string, url: string, status: number): void {
  const { pathname } = new URL(url);
  const found = described.find(({ pattern }) => pattern.test(pathname));
  if (!found || method === 'OPTIONS') return;
  const operation = found.methods[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const allowed = operation ? Object.keys(operation.responses) : ['400', '401', '404', '405', '406', '429'];
  if (!allowed.includes(String(status))) {
    throw new Error(`The OpenAPI description of ${method} ${found.path} does not document ${status}`);
  }
}
