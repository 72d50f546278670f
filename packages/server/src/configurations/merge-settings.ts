/** Merge of settings with an input: valid members are applied, and invalid ones reported. Pure. */
import { isDeepStrictEqual } from 'node:util';
import * as api from '@semantic-search/contract';
import type { TSchema } from 'typebox';
import { describeSchema, type SchemaDescription } from '../describe-schema.ts';
import {
  isMembers,
  joinedKey,
  type Members,
  unknownPropertyMessage,
  validationErrors,
} from '../validation.ts';
import { acceptTexts } from './accept-texts.ts';
import { HIDE_ALL } from './document-scope.ts';

/** Maximum length of a title in UTF-16 code units, as in the schema. */
export const MAX_TITLE_LENGTH = 200;

export interface SettingsPlan {
  /** Settings that are complete and valid. */
  settings: api.ConfigurationSettings;
  /** Rejected settings by dotted key, with the allowed values. */
  errors: api.FieldError[];
  /** One change per setting that differs from the base. */
  changes: api.Change[];
}

/** `input` is any part of the settings; arrays are replaced. Missing and invalid members stay as in `base`. */
export function planSettings(input: Members, base: api.ConfigurationSettings): SettingsPlan {
  const errors: api.FieldError[] = [];
  const target: Target = { schema: api.ConfigurationSettings, key: '', errors };
  const settings = accept(target, input, base) as api.ConfigurationSettings;
  const isScopeRejected = errors.some(({ key }) => /^scope\b/.test(key));
  if (isScopeRejected && !base.scope) settings.scope = HIDE_ALL;
  return { settings, errors, changes: settingsChanges(base, settings) };
}

/** The settings of an earlier version. Settings that the schema no longer allows keep their present value, with an error. */
export function planRestore(
  earlier: api.ConfigurationSettings,
  present: api.ConfigurationSettings,
): SettingsPlan {
  const common = withoutAdded(api.ConfigurationSettings, present, earlier);
  const { settings, errors } = planSettings(earlier, common as unknown as api.ConfigurationSettings);
  return { settings, errors, changes: settingsChanges(present, settings) };
}

/** The present members without optional ones that `earlier` does not have. */
function withoutAdded(schema: SchemaDescription, present: Members, earlier: Members): Members {
  const { properties = {}, required = [] } = schema;
  const common = Object.entries(present).filter(([name]) => name in earlier || required.includes(name));
  const members = common.map(([name, value]) => {
    const [group, before] = [properties[name], earlier[name]];
    const isGroup = group && isMembers(value) && isMembers(before) && !api.wholeSettings.includes(name);
    return [name, isGroup ? withoutAdded(group, value, before) : value];
  });
  return Object.fromEntries(members);
}

/** Differences by setting: the dotted key and both values. The value of an absent setting is null. */
export function settingsChanges(previous: Members, next: Members, path = ''): api.Change[] {
  return Object.keys({ ...next, ...previous }).flatMap((name) => {
    const oldValue = previous[name] ?? null;
    const newValue = next[name] ?? null;
    const key = joinedKey(path, name);
    const isDivisible = isMembers(oldValue) && isMembers(newValue) && !api.wholeSettings.includes(key);
    if (isDivisible) return settingsChanges(oldValue, newValue, key);
    return isDeepStrictEqual(oldValue, newValue) ? [] : [{ key, oldValue, newValue }];
  });
}

/** Where a value of the input belongs, and where its errors go. */
interface Target {
  schema: SchemaDescription;
  /** Dotted key; empty for the settings as a whole. */
  key: string;
  errors: api.FieldError[];
}

function accept(target: Target, value: unknown, previous: unknown): unknown {
  const { schema, key, errors } = target;
  if (key === 'texts') return acceptTexts(value, previous as api.InterfaceTexts | undefined, errors);
  // Without previous members, required ones could be missing.
  const isNew = schema.properties !== undefined && previous === undefined;
  if (isNew || api.wholeSettings.includes(key)) return acceptWhole(target, value, previous);
  if (schema.properties) return acceptObject(target, value, previous as Members);
  const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
  const isListThatFits = Array.isArray(value) && value.length <= maxItems;
  if (items && isListThatFits) return acceptList({ ...target, schema: items }, value, previous);
  // Lists are compared by member, because Ajv calls the `valueOf` of untrusted members.
  if (!items && isAllowed(schema, value)) return value;
  errors.push({ key, message: mustBe(schema, value) });
  return previous;
}

function acceptWhole({ schema, key, errors }: Target, value: unknown, previous: unknown): unknown {
  const invalid = validationErrors(schema as TSchema, value);
  if (isMalformed(value)) invalid.push({ key: '', message: 'must not have lone surrogates' });
  if (invalid.length === 0) return value;
  for (const error of invalid) errors.push({ ...error, key: joinedKey(key, error.key) });
  return previous;
}

function isAllowed(schema: SchemaDescription, value: unknown): boolean {
  return !isMalformed(value) && validationErrors(schema as TSchema, value).length === 0;
}

/** Lone surrogates are not characters and cannot be encoded in UTF-8. */
function isMalformed(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(isMalformed);
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
    const memberKey = joinedKey(key, name);
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!memberSchema) {
      errors.push({ key: memberKey, message: unknownPropertyMessage(Object.keys(properties)) });
      continue;
    }
    // All members are optional, and null counts as absent, unless it is a value of the setting.
    if (member === null && !isAllowed(memberSchema, null)) continue;
    const accepted = accept({ schema: memberSchema, key: memberKey, errors }, member, previous[name]);
    // An optional member that is invalid and has no previous value stays absent.
    if (accepted !== undefined) members[name] = accepted;
  }
  return members;
}

/** `items` describes each item of the list, with the key of the list. */
function acceptList(items: Target, list: unknown[], previous: unknown): unknown[] {
  const target = (index: number): Target => ({ ...items, key: `${items.key}[${index}]` });
  return items.schema.properties?.uri
    ? list.flatMap((item, index) => acceptElement(target(index), item, previous as Members[]))
    : list.filter((item, index) => isAccepted(target(index), item, list.slice(0, index)));
}

function isAccepted({ schema, key, errors }: Target, item: unknown, earlier: readonly unknown[]): boolean {
  if (!isAllowed(schema, item)) errors.push(...faultsOf(schema, item, key));
  else if (earlier.includes(item)) errors.push({ key, message: 'must not occur twice' });
  else return true;
  return false;
}

/** The faults of an item, one for each invalid member. */
function faultsOf(items: SchemaDescription, item: unknown, key: string): api.FieldError[] {
  if (!items.properties || isMalformed(item)) return [{ key, message: mustBe(items, item) }];
  return validationErrors(items as TSchema, item).map((fault) => {
    return { ...fault, key: joinedKey(key, fault.key) };
  });
}

/** A facet or detail setting; omitted without a `uri`. */
function acceptElement(target: Target, item: unknown, previous: Members[]): Members[] {
  const { schema, key, errors } = target;
  const properties = schema.properties!;
  const uriSchema = properties.uri!;
  if (!isMembers(item)) {
    errors.push({ key, message: 'must be an object' });
    return [];
  }
  if (!isAllowed(uriSchema, item.uri)) {
    errors.push({ key: `${key}.uri`, message: mustBe(uriSchema, item.uri) });
    return [];
  }
  const uri = item.uri as string;
  const detail: api.DetailSetting = { uri, title: nameIn(uri), show: true, refId: uri };
  const defaults: Members = { ...('facetMode' in properties && api.defaultFacet), ...detail };
  const previousElement = previous.find((element) => element.uri === uri);
  return [{ ...defaults, ...acceptMembers(target, item, { ...defaults, ...previousElement }) }];
}

/** Default title: the last part of the URI, at most as long as a title. Half of a surrogate pair is cut off. */
function nameIn(uri: string): string {
  const name = (uri.split(/[/#:]/).findLast((part) => part !== '') ?? uri).slice(0, MAX_TITLE_LENGTH);
  return isMalformed(name) ? name.slice(0, -1) : name;
}
