/** Route of the Model Context Protocol for agents (streamable HTTP, stateless, read-only). */
import Router from '@koa/router';
import type { Context } from 'koa';
import { type Access, authorize, requireAccess } from '../auth/permission.ts';
import { permittedConfigurations, type ReadableStore } from '../configurations/permitted-configurations.ts';
import { ProblemError } from '../errors/problem.ts';
import { requireAllowedOrigin } from '../http/cors.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { serverVersion } from '../package-folder.ts';
import type { SearchDependencies } from '../search/search-context.ts';
import { oneLine } from './plain-text.ts';
import { callTool } from './tools.ts';

export function mcpRoutes(dependencies: SearchDependencies): Router {
  const router = new Router({ sensitive: true });
  router.post('/mcp', (ctx) => respond(ctx, dependencies));
  return router;
}

async function respond(ctx: Context, dependencies: SearchDependencies): Promise<void> {
  requireAllowedOrigin(ctx);
  const access = requireSearch(ctx);
  const message = await readMessage(ctx);
  // Loads the SDK with the first message: it takes 27 MB of memory.
  const { answerMessage } = await import('./protocol.ts');
  const response = await answerMessage(requestOf(ctx), message, {
    version: serverVersion,
    configurations: configurationsInWords(access, dependencies.configurations),
    call: (name, input) => callTool(ctx, name, input, dependencies),
  });
  ctx.status = response.status;
  ctx.body = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type');
  if (type === null) ctx.remove('Content-Type');
  else ctx.type = type;
}

/** A token that permits no tool is rejected before any message, with the status of HTTP. */
function requireSearch(ctx: Context): Access {
  const [configuration] = requireAccess(ctx).configurations;
  return authorize(ctx, { scope: 'search', ...(configuration !== undefined && { configuration }) });
}

/** One JSON-RPC message. Batches ended with revision 2025-06-18; they would evade the rate limits. */
async function readMessage(ctx: Context): Promise<unknown> {
  const message = readJson(ctx, searchBodyLimit);
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw new ProblemError('bad-request', 'The body must be one JSON-RPC message; batches are not supported.');
}

/** The request without its body, which is parsed already, and without its token. The SDK demands both types; responses are JSON. */
function requestOf(ctx: Context): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream' });
  for (const [name, value] of Object.entries(ctx.req.headers))
    if (typeof value === 'string' && /^(?:content-type|mcp-.*)$/.test(name)) headers.set(name, value);
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

/** Number of configurations that descriptions of tools name: agents read the descriptions with each request. */
const MAX_NAMED_CONFIGURATIONS = 20;

/** The configurations that the token permits to read, in a sentence; empty without one. */
function configurationsInWords(access: Access, configurations: ReadableStore): string {
  const isReadable =
    access.kind === 'access' ? access.scopes.has('configurations:read') : access.configurations.size > 0;
  if (!isReadable) return '';
  const named = permittedConfigurations(access, configurations)
    .list()
    .filter(({ id }) => access.kind === 'access' || access.configurations.has(id))
    .slice(0, MAX_NAMED_CONFIGURATIONS)
    .map(({ id, config }) => `${id} (${oneLine(config.title)})`);
  return named.length > 0 ? `Configurations: ${named.join(', ')}.` : '';
}
