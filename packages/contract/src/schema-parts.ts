/** Parts that many schemas have. */
import Type, {
  type TNumberOptions,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
} from 'typebox';

export const closed = { additionalProperties: false };

/** An object that has this name in the API description. */
export const component = <Members extends TProperties>(
  name: string,
  members: Members,
  options: TObjectOptions = {},
) => Type.Object(members, { ...options, $id: name });

/** The same without any other members. */
export const closedComponent = <Members extends TProperties>(
  name: string,
  members: Members,
  options: TObjectOptions = {},
) => component(name, members, { ...closed, ...options });

export const text = (description: string, limits: TStringOptions = {}) =>
  Type.String({ ...limits, description });
export const integer = (description: string, limits: TNumberOptions = {}) =>
  Type.Integer({ ...limits, description });
export const number = (description: string, limits: TNumberOptions = {}) =>
  Type.Number({ ...limits, description });
export const boolean = (description: string, options: TSchemaOptions = {}) =>
  Type.Boolean({ ...options, description });
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const textOrNull = (description: string) => orNull(Type.String(), description);
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const instant = (description: string) => text(description, { format: 'date-time' });
export const message = text('One sentence about the outcome.');
