/** Draft of the curation rules of a search: saved, or merged with rules that someone else has saved. */
import { ApiError, type ApiResponse, getConfiguration, updateConfiguration } from '@semantic-search/client';
import type { ConfigurationSettings } from '@semantic-search/contract';
import type { Account } from '../../editor/controller/account.ts';
import { serviceMessage } from '../../text/service-message.ts';
import { text } from '../../text/text.ts';
import { errorPlace } from './rule-description.ts';
import { mergeRules, type Rules } from './rule-merge.ts';

const NO_RULES: Rules = [];

/** Outcome of a request: the rules are saved, rejected, or merged rules that the person has to check first. */
interface SaveOutcome {
  message: 'rulesSaved' | 'rulesInvalid' | 'rulesMerged';
  problems: readonly string[];
}

export class RuleDraft {
  readonly #account: Account;
  readonly #configuration: number;
  savedRules: Rules = NO_RULES;
  rules: Rules = NO_RULES;
  /** Index of the rule in the form. */
  editedIndex: number | undefined;
  #etag = '';

  constructor(account: Account, configuration: number) {
    this.#account = account;
    this.#configuration = configuration;
  }

  get isDirty(): boolean {
    return this.rules !== this.savedRules;
  }

  /** Reads the saved rules; resolves to all settings of the configuration. */
  async load(): Promise<ConfigurationSettings> {
    const config = await this.#read();
    this.savedRules = config.curation ?? NO_RULES;
    this.rules = this.savedRules;
    return config;
  }

  /** Saves all rules or none: an invalid rule rejects the request, so that no rule disappears. Rejects with ApiError. */
  async save(): Promise<SaveOutcome> {
    const sentRules = this.rules;
    const body = { config: { curation: [...sentRules] } };
    const options = { ifMatch: this.#etag, onHeaders: this.#keepVersion };
    try {
      const { connection } = this.#account;
      const { config, errors } = await updateConfiguration(connection, this.#configuration, body, options);
      this.savedRules = config.curation ?? NO_RULES;
      const isComplete = this.savedRules.length === sentRules.length;
      // The person may have changed more rules meanwhile.
      if (isComplete && this.rules === sentRules) this.rules = this.savedRules;
      return {
        message: isComplete ? 'rulesSaved' : 'rulesInvalid',
        problems: errors.map(
          ({ key, message }) => `${errorPlace(key, sentRules)} ${serviceMessage(message)}`,
        ),
      };
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return this.#merge();
      throw error;
    }
  }

  /** If someone else has changed the rules, merges both; if only other settings have changed, saves the rules. */
  async #merge(): Promise<SaveOutcome> {
    const base = this.savedRules;
    const theirs = (await this.#read()).curation ?? NO_RULES;
    if (JSON.stringify(theirs) === JSON.stringify(base)) return this.save();
    const ours = withNewNames(this.rules, base, theirs);
    const { rules, clashes } = mergeRules(base, ours, theirs);
    const editedName = ours[this.editedIndex ?? -1]?.name;
    const index = rules.findIndex(({ name }) => name === editedName);
    this.editedIndex = index < 0 ? undefined : index;
    this.savedRules = theirs;
    this.rules = rules;
    return { message: 'rulesMerged', problems: clashes.map((rule) => text('bothChangedRule', { rule })) };
  }

  async #read(): Promise<ConfigurationSettings> {
    const options = { onHeaders: this.#keepVersion };
    return (await getConfiguration(this.#account.connection, this.#configuration, options)).config;
  }

  #keepVersion = (headers: ApiResponse['headers']): void => {
    this.#etag = headers.get('etag') ?? '';
  };
}

/** A space and a number fit after the stem: the name of a rule has at most 100 characters. */
const MAX_STEM_LENGTH = 90;

/** The wanted name, or this name with a number, as `opening hours 2`, if other rules have it. */
export function freeName(wantedName: string, rules: Rules): string {
  const names = new Set(rules.map(({ name }) => name));
  const stem = wantedName.slice(0, MAX_STEM_LENGTH);
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** Our rules. A new rule gets another name if others have given its name to a new rule since `base`. */
function withNewNames(ours: Rules, base: Rules, theirs: Rules): Rules {
  const isNamed = (rules: Rules, name: string) => rules.some((rule) => rule.name === name);
  return ours.map((rule) => {
    const isTaken = isNamed(theirs, rule.name) && !isNamed(base, rule.name);
    return isTaken ? { ...rule, name: freeName(rule.name, [...theirs, ...ours]) } : rule;
  });
}
