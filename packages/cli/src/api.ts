/** `semantic-search api`: calls any operation of the HTTP API and prints its response. */
import { request } from '@semantic-search/client';
import { type Operation, operations } from '@semantic-search/contract';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from './connections/connect.ts';
import { jsonOption } from './options/parsers.ts';
import { reportProgress } from './options/progress.ts';

interface ApiOptions {
  body?: unknown;
  server?: string;
}

export function apiCommand(): Command {
  return new Command('api')
    .description('Call any operation of the HTTP API, and print its response as JSON')
    .argument('<operation>', 'name of the operation, such as listTokens, trainSpace or restoreConfiguration')
    .argument('[values...]', 'values of its path, and its other parameters as name=value')
    .option('--body <json>', 'body of the request', jsonOption)
    .option(...SERVER_OPTION)
    .addHelpText('after', ['\nOperations:', ...operations.map(describe)].join('\n'))
    .action(async (id: string, values: string[], { body, server }: ApiOptions) => {
      const operation = operations.find((candidate) => candidate.id === id);
      if (!operation) throw new Error(`Unknown operation ${id}; --help lists all`);
      const { method, path, scope } = operation;
      const pathLength = namesIn(path).length;
      if (values.length < pathLength) throw new Error(`Expected ${usage(operation)}`);
      const scopes = scope === null || scope === 'any' ? [] : [scope];
      const connection = await connect(scopes, server);
      const stopProgress = reportProgress(id, () => 'the server works');
      const response = await request(connection, pathWith(values, path), {
        resource: '',
        method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
        parameters: Object.fromEntries(values.slice(pathLength).map(parseParameter)),
        ...(body !== undefined && { body }),
      }).finally(stopProgress);
      console.log(JSON.stringify(response, null, 2));
    });
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Replaces the parameters of a path by the values in their order. */
function pathWith([...values]: readonly string[], path: string): string {
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift()!));
}

const usage = ({ id, path }: Operation) => [id, ...namesIn(path).map((name) => `<${name}>`)].join(' ');
const describe = (operation: Operation) => `  ${usage(operation).padEnd(44)} ${operation.summary}`;

function parseParameter(text: string): [name: string, value: string] {
  const nameLength = text.indexOf('=');
  if (nameLength < 1) throw new Error(`${text}: expected NAME=VALUE`);
  return [text.slice(0, nameLength), text.slice(nameLength + 1)];
}
