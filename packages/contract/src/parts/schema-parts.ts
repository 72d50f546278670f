/** Parts that many schemas have, imported as `t`. */

import type * as typebox from 'typebox';
import Type from 'typebox';
import { LANGUAGE_TAG_PATTERN } from './limits.ts';

export const closed = { additionalProperties: false };

/** An object that has this name in the API description. */
export const component = <Members extends typebox.TProperties>(
  name: string,
  members: Members,
  options: typebox.TObjectOptions = {},
) => Type.Object(members, { ...options, $id: name });

/** The same without any other members. */
export const closedComponent = <Members extends typebox.TProperties>(
  name: string,
  members: Members,
  options: typebox.TObjectOptions = {},
) => component(name, members, { ...closed, ...options });

export const length = (minLength: number, maxLength: number) => ({ minLength, maxLength });
export const range = (minimum: number, maximum: number) => ({ minimum, maximum });

type Optional<Members extends typebox.TProperties> = {
  [Name in keyof Members]: typebox.TOptional<Members[Name]>;
};
/** Members that may be absent, to spread into those of an object. */
export const optional = <Members extends typebox.TProperties>(members: Members) =>
  Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as Optional<Members>;

export const members = <Members extends typebox.TProperties>(description: string, properties: Members) =>
  Type.Object(properties, { description });
/** Parameters of a query string or arguments of a tool: no others. */
export const parameters = <Members extends typebox.TProperties>(properties: Members) =>
  Type.Object(properties, closed);
export const list = <Item extends typebox.TSchema>(
  description: string,
  item: Item,
  limits: typebox.TArrayOptions = {},
) => Type.Array(item, { ...limits, description });
export const objects = <Members extends typebox.TProperties>(description: string, properties: Members) =>
  list(description, Type.Object(properties));
export const choice = <const Value extends string>(
  description: string,
  values: readonly Value[],
  options: typebox.TSchemaOptions = {},
) => Type.Enum([...values], { ...options, description });

export const text = (description: string, limits: typebox.TStringOptions = {}) =>
  Type.String({ ...limits, description });
export const integer = (description: string, limits: typebox.TNumberOptions = {}) =>
  Type.Integer({ ...limits, description });
export const number = (description: string, limits: typebox.TNumberOptions = {}) =>
  Type.Number({ ...limits, description });
export const boolean = (description: string, options: typebox.TSchemaOptions = {}) =>
  Type.Boolean({ ...options, description });
export const orNull = <Schema extends typebox.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const textOrNull = (description: string) => orNull(Type.String(), description);
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const instant = (description: string) => text(description, { format: 'date-time' });
export const message = text('One sentence about the outcome.');
/** Response of an operation that changes something. */
export const outcome = <Members extends typebox.TProperties>(name: string, members: Members) =>
  component(name, { message, ...members });

export const languageTag = (description: string) =>
  text(description, { pattern: LANGUAGE_TAG_PATTERN, maxLength: 35 });
/** Optional number of elements, from 1. */
export const countUpTo = (maximum: number, standard: number, description: string) =>
  Type.Optional(integer(description, { minimum: 1, maximum, default: standard }));
