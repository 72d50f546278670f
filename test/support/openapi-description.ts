/** The OpenAPI description as the service serves it, and whether an answer is what it says: for tests. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer, Json } from './service.ts';

interface Described {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Json }>;
}

export interface Description {
  /** What is wrong with an answer by the description; empty when nothing is. */
  faults(operationId: string, answer: Answer): string[];
  statuses(operationId: string): number[];
  /** Their ids. */
  operations(): string[];
}

export async function readDescription(url: string): Promise<Description> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Json;
  const answers = new Map<string, Record<string, Described>>();
  for (const methods of Object.values(document.paths!)) {
    for (const operation of Object.values(methods)) {
      answers.set(String(operation.operationId), operation.responses as unknown as Record<string, Described>);
    }
  }
  const compile = compiler(document);
  const describedAnswers = (operationId: string) => {
    const described = answers.get(operationId);
    if (!described) throw new Error(`The description has no operation ${operationId}`);
    return described;
  };
  return {
    operations: () => [...answers.keys()],
    statuses: (operationId) => Object.keys(describedAnswers(operationId)).map(Number),
    faults(operationId, answer) {
      const described = describedAnswers(operationId)[answer.status];
      if (!described)
        return [`status ${answer.status} is not described: ${JSON.stringify(answer.body).slice(0, 300)}`];
      return [...headerFaults(described, answer), ...bodyFaults(described, answer, compile)];
    },
  };
}

function headerFaults({ headers = {} }: Described, answer: Answer): string[] {
  return Object.keys(headers)
    .filter((name) => !answer.headers.get(name))
    .map((name) => `header ${name} is missing`);
}

function bodyFaults(described: Described, answer: Answer, compile: Compile): string[] {
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0]!.trim();
  if (!described.content) return answer.body ? [`a body of ${mediaType} where there should be none`] : [];
  const content = described.content[mediaType];
  if (!content) return [`content type ${mediaType} is not described`];
  const validate = compile(content.schema);
  const values = mediaType.endsWith('ndjson') ? linesOf(answer.body) : [answer.body];
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
