/** Building blocks of schemas, imported as `t`: objects, lists, texts, numbers, responses. */
import Type, {
  type TArrayOptions,
  type TNumberOptions,
  type TObjectOptions,
  type TOptional,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
} from 'typebox';
import { MAX_INT32 } from './limits.ts';
import { languageTags } from './names.ts';

/** Options of an object that rejects other members. */
export const closed = { additionalProperties: false };

/** An object schema with this name in the API description. */
export const component = <M extends TProperties>(name: string, properties: M, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, $id: name });
/** A component that rejects other members. */
export const closedComponent = <M extends TProperties>(
  name: string,
  properties: M,
  options: TObjectOptions = {},
) => component(name, properties, { ...closed, ...options });
/** An object without a name in the API description; unlike `parameters`, it permits other members. */
export const object = <M extends TProperties>(description: string, properties: M) =>
  Type.Object(properties, { description });
/** An object without a name that rejects other members, such as the parameters of a query string. */
export const parameters = <M extends TProperties>(properties: M) => Type.Object(properties, closed);

type Optional<M extends TProperties> = { [Name in keyof M]: TOptional<M[Name]> };
/** Optional members, to spread into the members of an object. */
export const optional = <M extends TProperties>(properties: M) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as Optional<M>;

/** A list of elements with one schema, optionally with length limits. */
export const list = <I extends TSchema>(description: string, item: I, limits: TArrayOptions = {}) =>
  Type.Array(item, { ...limits, description });
/** A list of objects without a name, which permit other members. */
export const objectList = <M extends TProperties>(description: string, properties: M) =>
  list(description, Type.Object(properties));
export const texts = (description: string) => list(description, Type.String());

/** Begin the description of a text with a `pattern` in lower case, because error messages quote it after a colon. */
export const text = (description: string, limits: TStringOptions = {}) =>
  Type.String({ ...limits, description });
/** Length limits of a text. */
export const length = (minLength: number, maxLength: number) => ({ minLength, maxLength });
/** A BCP 47 tag, such as `de-AT`. */
export const languageTag = (description: string) => text(description, languageTags);
/** A date and time in ISO 8601. */
export const instant = (description: string) => text(description, { format: 'date-time' });
/** A text that is one of `values`. */
export const choice = <const Value extends string>(
  description: string,
  values: readonly Value[],
  options: TSchemaOptions = {},
) => Type.Enum([...values], { ...options, description });
/** A text that is one of the keys of `meanings`; the description lists every key with its meaning. */
export const explainedChoice = <Value extends string>(meanings: Record<Value, string>) =>
  choice(
    Object.entries(meanings)
      .map(([value, meaning]) => `\`${value}\`: ${meaning}`)
      .join(' '),
    Object.keys(meanings) as Value[],
  );

export const number = (description: string, limits: TNumberOptions = {}) =>
  Type.Number({ ...limits, description });
export const integer = (description: string, limits: TNumberOptions = {}) =>
  Type.Integer({ ...limits, description });
/** Limits of a number. */
export const range = (minimum: number, maximum: number) => ({ minimum, maximum });
/** An integer from 0 that clients can store in 32 bits. */
export const int32 = (description: string) => integer(description, range(0, MAX_INT32));
/** Optional number of elements, from 1. */
export const optionalCount = (description: string, maximum: number, defaultCount: number) =>
  Type.Optional(integer(description, { minimum: 1, maximum, default: defaultCount }));

export const boolean = (description: string, options: TSchemaOptions = {}) =>
  Type.Boolean({ ...options, description });
/** A member that is always present, but may be null. */
export const orNull = <Schema extends TSchema>(description: string, schema: Schema) =>
  Type.Union([schema, Type.Null()], { description });
export const textOrNull = (description: string) => orNull(description, Type.String());

export const message = text('One sentence about the outcome.');
/** The response of an operation that changes something: a component with a `message` for people. */
export const outcome = <M extends TProperties>(name: string, properties: M) =>
  component(name, { message, ...properties });
