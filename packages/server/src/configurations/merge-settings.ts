/** Merges settings from input: applies valid members and reports invalid ones. Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  type ConfigurationSettings,
  type DetailSetting,
  defaultFacet,
  type FacetSetting,
  type FieldError,
  type InterfaceTexts,
  ConfigurationSettings as SettingsSchema,
  wholeSettings,
} from '@semantic-search/contract';
import type { TSchema } from 'typebox';
import { describeSchema, type SchemaDescription } from '../describe-schema.ts';
import { unknownPropertyMessage, validationErrors } from '../validation.ts';
import { acceptTexts } from './accept-texts.ts';
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
  const settings = accept({ schema: SettingsSchema, key: '', errors }, input, base) as ConfigurationSettings;
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

/** Where a value of the input belongs, and where its errors go. */
interface Target {
  schema: SchemaDescription;
  /** Dotted key; empty for the settings as a whole. */
  key: string;
  errors: FieldError[];
}

function accept(target: Target, value: unknown, previous: unknown): unknown {
  const { schema, key, errors } = target;
  if (key === 'texts') return acceptTexts(value, previous as InterfaceTexts | undefined, errors);
  if (wholeSettings.includes(key)) return acceptWhole(target, value, previous);
  if (schema.properties) return acceptObject(target, value, previous as Members);
  const fits =
    schema.items && Array.isArray(value) && value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  if (fits) return acceptList({ ...target, schema: schema.items as SchemaDescription }, value, previous);
  // Lists are compared by member, because Ajv calls the `valueOf` of untrusted members.
  if (!schema.items && isAllowed(schema, value)) return value;
  errors.push({ key, message: mustBe(schema, value) });
  return previous;
}

function acceptWhole({ schema, key, errors }: Target, value: unknown, previous: unknown): unknown {
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

function acceptObject(target: Target, value: unknown, previous: Members): Members {
  if (isMembers(value)) return { ...previous, ...acceptMembers(target, value, previous) };
  target.errors.push({ key: target.key, message: 'must be an object' });
  return previous;
}

function acceptMembers({ schema, key, errors }: Target, value: Members, previous: Members): Members {
  const properties = schema.properties ?? {};
  const members: Members = {};
  for (const [name, member] of Object.entries(value)) {
    const memberKey = key === '' ? name : `${key}.${name}`;
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (memberSchema) {
      // All members are optional, and null counts as absent, unless it is a value of the setting.
      if (member === null && !isAllowed(memberSchema, null)) continue;
      const accepted = accept({ schema: memberSchema, key: memberKey, errors }, member, previous[name]);
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

/** `items` describes each item of the list, with the key of the list. */
function acceptList(items: Target, list: unknown[], previous: unknown): unknown[] {
  const target = (index: number): Target => ({ ...items, key: `${items.key}[${index}]` });
  return items.schema.properties?.uri
    ? list.flatMap((item, index) => acceptElement(target(index), item, previous as Members[]))
    : list.filter((item, index) => isAcceptedValue(target(index), item, list.slice(0, index)));
}

function isAcceptedValue(
  { schema, key, errors }: Target,
  item: unknown,
  earlierItems: readonly unknown[],
): boolean {
  const isValid = isAllowed(schema, item);
  const isRepeated = earlierItems.includes(item);
  if (!isValid) errors.push(...faultsOf(schema, item, key));
  else if (isRepeated) errors.push({ key, message: 'must not occur twice' });
  return isValid && !isRepeated;
}

/** The faults of each member of an object. */
function faultsOf(items: SchemaDescription, item: unknown, key: string): FieldError[] {
  if (!items.properties || isMalformed(item)) return [{ key, message: mustBe(items, item) }];
  return validationErrors(items as TSchema, item).map((fault) => ({
    ...fault,
    key: fault.key === '' ? key : `${key}.${fault.key}`,
  }));
}

/** A facet or detail setting; omitted without a `uri`. */
function acceptElement(target: Target, item: unknown, previous: Members[]): Members[] {
  const { schema, key, errors } = target;
  const uri = isMembers(item) ? item.uri : undefined;
  const uriSchema = schema.properties?.uri;
  if (!isMembers(item) || !uriSchema || !isAllowed(uriSchema, uri)) {
    errors.push({
      key: isMembers(item) ? `${key}.uri` : key,
      message: isMembers(item) ? mustBe(uriSchema ?? {}, uri) : 'must be an object',
    });
    return [];
  }
  const defaults = elementDefaults(uri as string, schema);
  const same = previous.find((element) => element.uri === uri);
  return [{ ...defaults, ...acceptMembers(target, item, { ...defaults, ...same }) }];
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
