/** Body of the operations that create and update configurations. */
import type { Configuration, ConfigurationSettings } from '@semantic-search/contract';

/** Any part of the settings, at any depth; arrays are replaced as a whole. */
export type PartOf<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Member in keyof Value]?: PartOf<Value[Member]> }
    : Value;

/** Body of create and update: a whole record, or only its settings. */
export type ConfigurationBody = Partial<Omit<Configuration, 'config'>> & {
  config?: PartOf<ConfigurationSettings>;
};
