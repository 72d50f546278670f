/** Model Context Protocol, stateless: one server of the official SDK answers one message. */
import * as mcp from '@modelcontextprotocol/server';
import { type AgentToolName, agentTools } from '@semantic-search/contract';
import { ProblemError } from '../errors/problem.ts';
import { withoutIds } from '../validation.ts';
import { isToolName } from './tools.ts';

export interface Tools {
  version: string;
  /** Describes the configurations that the token permits; empty if they are unknown. */
  configurations: string;
  /** Throws problems. */
  call(name: AgentToolName, input: unknown): Promise<object>;
}

/**
 * Revisions up to 2025-11-25 begin with a handshake, which needs no session here. Since 2026-07-28 each message stands alone.
 * Rejects with a tool error that the client did not cause, for the HTTP status and the log.
 */
export async function answerMessage(request: Request, message: unknown, tools: Tools): Promise<Response> {
  const failures: unknown[] = [];
  const create = () => createServer(tools, failures);
  const options = { parsedBody: message };
  const response = (await mcp.isLegacyRequest(request, message))
    ? await answerLegacy(create(), request, message)
    : await mcp.createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, options);
  const complete = new Response(await response.arrayBuffer(), response);
  if (failures.length > 0) throw failures[0];
  return complete;
}

async function answerLegacy(server: mcp.Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new mcp.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

const instructions =
  'Searches the documents of a website with the help of a thesaurus. Start with search. Cite documents by their link.';

function createServer({ version, configurations, call }: Tools, failures: unknown[]): mcp.Server {
  const server = new mcp.Server(
    { name: 'semantic-search', version },
    { capabilities: { tools: {} }, instructions: [instructions, configurations].filter(Boolean).join(' ') },
  );
  server.setRequestHandler('tools/list', () => ({ tools: describeTools(configurations) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }) => {
    if (!isToolName(name)) {
      const message = `There is no such tool; known tools: ${Object.keys(agentTools).join(', ')}.`;
      throw new mcp.ProtocolError(mcp.ProtocolErrorCode.InvalidParams, message);
    }
    try {
      const result = await call(name, input);
      // The text is for clients without structured content.
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
    } catch (error) {
      // The agent can correct its arguments; other failures become an HTTP status.
      if (error instanceof ProblemError && error.status < 500) return toolError(error);
      failures.push(error);
      throw error;
    }
  });
  return server;
}

function toolError({ message, errors = [] }: ProblemError) {
  const details = errors.map(({ key, message: detail }) => `${key} ${detail}`);
  const text = [message, ...(details.length > 1 ? details : [])].join('\n');
  return { isError: true, content: [{ type: 'text' as const, text }] };
}

function describeTools(configurations: string): mcp.Tool[] {
  return Object.entries(agentTools).map(([name, { title, description, input, output }]) => {
    const inputSchema = withoutIds(input) as mcp.Tool['inputSchema'];
    const { configuration } = inputSchema.properties as { configuration: { description: string } };
    if (configurations) configuration.description += ` ${configurations}`;
    const outputSchema = withoutIds(output) as mcp.Tool['inputSchema'];
    const annotations = { readOnlyHint: true, openWorldHint: false };
    return { name, title, description, inputSchema, outputSchema, annotations };
  });
}
