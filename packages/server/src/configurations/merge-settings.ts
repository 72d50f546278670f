/** Merges settings from input: applies valid members and reports invalid ones. Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  type ConfigurationSettings,
  type DetailSetting,
  defaultFacet,
  type FacetSetting,
  type FieldError,
  ConfigurationSettings as SettingsSchema,
  wholeSettings,
} from '@semantic-search/contract';
import type { TSchema } from 'typebox';
import { describeSchema, type SchemaDescription } from '../describe-schema.ts';
import { unknownPropertyMessage, validationErrors } from '../validation.ts';
import { HIDE_ALL } from './scope.ts';

export interface SettingsPlan {
  /** Complete and valid. */
  settings: ConfigurationSettings;
  /** Rejected settings by dotted key, with the allowed values. */
  errors: FieldError[];
  /** One change per setting that differs from the base. */
  changes: Change[];
}

type Members = Record<string, unknown>;

/** `input` is any part of the settings; arrays are replaced. Missing and invalid members stay as in `base`. */
export function planSettings(input: Members, base: ConfigurationSettings): SettingsPlan {
  const errors: FieldError[] = [];
  const settings = accept(SettingsSchema, input, base, '', errors) as ConfigurationSettings;
  const isScopeRejected = errors.some(({ key }) => /^scope\b/.test(key));
  if (isScopeRejected && !base.scope) settings.scope = HIDE_ALL;
  return { settings, errors, changes: settingsChanges(base, settings) };
}

/** The setting-by-setting difference. */
export function settingsChanges(previous: ConfigurationSettings, next: ConfigurationSettings): Change[] {
  return [...differences(previous, next)];
}

/** The dotted key and both values of each setting that differs. */
function* differences(previous: Members, next: Members, path = ''): Generator<Change> {
  for (const [name, newValue] of Object.entries(next)) {
    const oldValue = previous[name];
    const key = path === '' ? name : `${path}.${name}`;
    const isDivisible = isMembers(oldValue) && isMembers(newValue) && !wholeSettings.includes(key);
    if (isDivisible) yield* differences(oldValue, newValue, key);
    else if (!isDeepStrictEqual(oldValue, newValue)) yield { key, oldValue, newValue };
  }
}

function accept(
  schema: SchemaDescription,
  value: unknown,
  previous: unknown,
  key: string,
  errors: FieldError[],
): unknown {
  if (wholeSettings.includes(key)) return acceptWhole(schema, value, previous, key, errors);
  if (schema.properties) return acceptObject(schema, value, previous as Members, key, errors);
  const fits =
    schema.items && Array.isArray(value) && value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  if (fits) return acceptList(schema.items as SchemaDescription, value, previous, key, errors);
  // Lists are compared by member, because Ajv calls the `valueOf` of untrusted members.
  if (!schema.items && isAllowed(schema, value)) return value;
  errors.push({ key, message: mustBe(schema, value) });
  return previous;
}

function acceptWhole(
  schema: SchemaDescription,
  value: unknown,
  previous: unknown,
  key: string,
  errors: FieldError[],
): unknown {
  const invalid = validationErrors(schema as TSchema, value);
  if (isMalformed(value)) invalid.push({ key: '', message: 'must not have lone surrogates' });
  if (invalid.length === 0) return value;
  for (const error of invalid)
    errors.push({ key: [key, error.key].filter(Boolean).join('.'), message: error.message });
  return previous;
}

function isAllowed(schema: SchemaDescription, value: unknown): boolean {
  return !isMalformed(value) && validationErrors(schema as TSchema, value).length === 0;
}

/** Lone surrogates are not characters and cannot be encoded in UTF-8. */
function isMalformed(value: unknown): boolean {
  if (isMembers(value)) return Object.values(value).some(isMalformed);
  return typeof value === 'string' && !value.isWellFormed();
}

function mustBe(schema: SchemaDescription, value: unknown): string {
  return `must be ${describeSchema(schema)}${isMalformed(value) ? ', without lone surrogates' : ''}`;
}

function acceptObject(
  schema: SchemaDescription,
  value: unknown,
  previous: Members,
  key: string,
  errors: FieldError[],
): Members {
  if (!isMembers(value)) {
    errors.push({ key, message: 'must be an object' });
    return previous;
  }
  return { ...previous, ...acceptMembers(schema, value, previous, key, errors) };
}

function acceptMembers(
  schema: SchemaDescription,
  value: Members,
  previous: Members,
  key: string,
  errors: FieldError[],
): Members {
  const properties = schema.properties ?? {};
  const members: Members = {};
  for (const [name, member] of Object.entries(value)) {
    const memberKey = key === '' ? name : `${key}.${name}`;
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (memberSchema) {
      // All members are optional, and null counts as absent, unless it is a value of the setting.
      if (member === null && !isAllowed(memberSchema, null)) continue;
      const accepted = accept(memberSchema, member, previous[name], memberKey, errors);
      // An optional member that is invalid and has no previous value stays absent.
      if (accepted !== undefined) members[name] = accepted;
    } else
      errors.push({
        key: memberKey,
        message: unknownPropertyMessage(Object.keys(properties)),
      });
  }
  return members;
}

function acceptList(
  items: SchemaDescription,
  list: unknown[],
  previous: unknown,
  key: string,
  errors: FieldError[],
): unknown[] {
  return items.properties
    ? list.flatMap((item, index) =>
        acceptElement(items, item, previous as Members[], `${key}[${index}]`, errors),
      )
    : list.filter((item, index) =>
        isAcceptedValue(items, item, list.indexOf(item) === index, `${key}[${index}]`, errors),
      );
}

function isAcceptedValue(
  items: SchemaDescription,
  item: unknown,
  first: boolean,
  key: string,
  errors: FieldError[],
): boolean {
  const valid = isAllowed(items, item);
  if (!valid) errors.push({ key, message: mustBe(items, item) });
  else if (!first) errors.push({ key, message: 'must not occur twice' });
  return valid && first;
}

/** A facet or detail setting; omitted without a `uri`. */
function acceptElement(
  items: SchemaDescription,
  item: unknown,
  previous: Members[],
  key: string,
  errors: FieldError[],
): Members[] {
  const uri = isMembers(item) ? item.uri : undefined;
  const uriSchema = items.properties?.uri;
  if (!isMembers(item) || !uriSchema || !isAllowed(uriSchema, uri)) {
    errors.push({
      key: isMembers(item) ? `${key}.uri` : key,
      message: isMembers(item) ? mustBe(uriSchema ?? {}, uri) : 'must be an object',
    });
    return [];
  }
  const defaults = elementDefaults(uri as string, items);
  const same = previous.find((element) => element.uri === uri);
  return [{ ...defaults, ...acceptMembers(items, item, { ...defaults, ...same }, key, errors) }];
}

function elementDefaults(uri: string, items: SchemaDescription): Members {
  const named = { uri, title: nameIn(uri), show: true, refId: uri };
  const detail: DetailSetting = named;
  const facet: FacetSetting = { ...defaultFacet, ...named };
  return { ...(items.properties && 'facetMode' in items.properties ? facet : detail) };
}

/** Default label: the last part of the URI. */
function nameIn(uri: string): string {
  const name = (uri.split(/[/#:]/).findLast((part) => part !== '') ?? uri).slice(0, 200);
  return isMalformed(name) ? name.slice(0, -1) : name;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
