/** `semantic-search api`: calls any operation of the HTTP API and prints its response. */
import { type ApiResponse, request } from '@semantic-search/client';
import { type Operation, operations } from '@semantic-search/contract';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from './connections/connect.ts';
import { jsonOption } from './options/parsers.ts';
import { reportProgress } from './options/progress.ts';

export function apiCommand(): Command {
  return new Command('api')
    .description('Call any operation of the HTTP API, and print its response')
    .argument('<operation>', 'name of the operation, such as listTokens, trainSpace or restoreConfiguration')
    .argument('[values...]', 'values of its path, and its other parameters as name=value')
    .option('--body <json>', 'body of the request', jsonOption)
    .option(...SERVER_OPTION)
    .addHelpText('after', ['\nOperations:', ...operations.map(describe)].join('\n'))
    .action(async (id: string, values: string[], { body, server }: { body?: unknown; server?: string }) => {
      const operation = operations.find((candidate) => candidate.id === id);
      if (!operation) throw new Error(`Unknown operation ${id}; --help lists all`);
      const { method, path, scope } = operation;
      const isText = operation.response.mediaType !== undefined;
      const pathLength = namesIn(path).length;
      if (values.length < pathLength) throw new Error(`Expected ${usage(operation)}`);
      const connection = await connect(scope === null || scope === 'any' ? [] : [scope], server);
      const stopProgress = reportProgress(id, () => 'the server works');
      const response = await request(connection, pathWith(values, path), {
        method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
        parameters: parametersIn(values.slice(pathLength)),
        ...(body !== undefined && { body }),
        ...(isText && { read: (received: ApiResponse) => received.text() }),
      }).finally(stopProgress);
      console.log(isText ? response : JSON.stringify(response, null, 2));
    });
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Replaces the parameters of a path by the values in their order. */
function pathWith([...values]: readonly string[], path: string): string {
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift()!));
}

const usage = ({ id, path }: Operation) => [id, ...namesIn(path).map((name) => `<${name}>`)].join(' ');
const describe = (operation: Operation) => `  ${usage(operation).padEnd(44)} ${operation.summary}`;

/** Query parameters; each may be repeated, and may have any name, such as `constructor`. */
function parametersIn(texts: readonly string[]): Record<string, string[]> {
  const parameters: Record<string, string[]> = Object.create(null);
  for (const text of texts) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new Error(`${text}: expected NAME=VALUE`);
    parameters[name] = [...(parameters[name] ?? []), value!];
  }
  return parameters;
}
