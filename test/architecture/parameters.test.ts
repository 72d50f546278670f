/** Parameters of functions and function types: at most four by position, and none of them a boolean. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ParamPattern, parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const MAX_PARAMETERS = 4;

const wrong: string[] = [];
for (const path of globSync('packages/*/src/**/*.ts', { cwd: root }).sort()) {
  if (/\.(?:test|fixture|browser)\.ts$|\.d\.ts$/.test(path)) continue;
  const text = readFileSync(resolve(root, path), 'utf8');
  const check = ({ params, start }: { params: ParamPattern[]; start: number }) => {
    if (params.length <= MAX_PARAMETERS && !params.some(isBoolean)) return;
    wrong.push(`${path}:${text.slice(0, start).split('\n').length}`);
  };
  new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
    TSFunctionType: check,
    TSMethodSignature: check,
  }).visit(parseSync(path, text).program);
}

/** Typed as a boolean, or with one as its default. */
function isBoolean(parameter: ParamPattern): boolean {
  if (parameter.type === 'TSParameterProperty') return false;
  if (parameter.type === 'AssignmentPattern')
    return (
      (parameter.right.type === 'Literal' && typeof parameter.right.value === 'boolean') ||
      isBoolean(parameter.left)
    );
  if (parameter.type !== 'Identifier') return false;
  const type = parameter.typeAnnotation?.typeAnnotation;
  const types = type?.type === 'TSUnionType' ? type.types : type ? [type] : [];
  return types.some((each) => each.type === 'TSBooleanKeyword');
}

it('functions of all packages have at most four positional parameters and no positional boolean', () => {
  expect(wrong).toEqual([]);
});
