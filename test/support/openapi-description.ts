/** OpenAPI description of the running service, and validator of responses. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, ServiceResponse } from './service.ts';

interface Described {
  description: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: Json }>;
}

export interface Description {
  /** Violations of the description by a response. */
  violations(operationId: string, response: ServiceResponse): string[];
  statuses(operationId: string): number[];
  /** Operation ids. */
  operations(): string[];
}

export async function readDescription(url: string): Promise<Description> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Json;
  const responsesById = new Map<string, Record<string, Described>>();
  for (const methods of Object.values(document.paths!)) {
    for (const operation of Object.values(methods)) {
      responsesById.set(
        String(operation.operationId),
        operation.responses as unknown as Record<string, Described>,
      );
    }
  }
  const compile = compiler(document);
  const responsesOf = (operationId: string) => {
    const described = responsesById.get(operationId);
    if (!described) throw new Error(`The description has no operation ${operationId}`);
    return described;
  };
  return {
    operations: () => [...responsesById.keys()],
    statuses: (operationId) => Object.keys(responsesOf(operationId)).map(Number),
    violations(operationId, response) {
      const described = responsesOf(operationId)[response.status];
      if (!described)
        return [`status ${response.status} is not described: ${JSON.stringify(response.body).slice(0, 300)}`];
      return [...headerViolations(described, response), ...bodyViolations(described, response, compile)];
    },
  };
}

function headerViolations({ headers = {} }: Described, response: ServiceResponse): string[] {
  return Object.entries(headers)
    .filter(([name, { required }]) => required && !response.headers.get(name))
    .map(([name]) => `header ${name} is missing`);
}

function bodyViolations(described: Described, response: ServiceResponse, compile: Compile): string[] {
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]!.trim();
  if (!described.content) return response.body ? [`a body of ${mediaType} where there should be none`] : [];
  const content = described.content[mediaType];
  if (!content) return [`content type ${mediaType} is not described`];
  const validate = compile(content.schema);
  const values = mediaType.endsWith('ndjson') ? linesOf(response.body) : [response.body];
  return values.flatMap((value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`),
  );
}

const linesOf = (body: unknown) =>
  String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

type Compile = (schema: Json) => ValidateFunction;

function compiler(document: Json): Compile {
  const inDefinitions = (schema: Json) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"description#/$defs/')) as object;
  const isDateTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    formats: { 'date-time': isDateTime, int32: true },
  });
  ajv.addSchema({ $id: 'description', $defs: inDefinitions(document.components!.schemas!) });
  return (schema) => ajv.compile(inDefinitions(schema));
}
