/** Types of the messages of a language. */
import type { en } from './en.ts';
import type { dates } from './en-dates.ts';
import type { later } from './en-later.ts';
import type { similar } from './en-similar.ts';

/** The English messages besides `en` are available when a component that uses them has loaded. */
type English = typeof en & typeof dates & typeof later & typeof similar;
export type MessageKey = keyof English;
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
/** The same keys as in English, and a plural where English has one. */
export type Messages = { [Key in MessageKey]: English[Key] extends string ? string : Plural };
