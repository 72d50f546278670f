/** Form of one curation rule: name, conditions and effects. */
import type { CurationRule } from '@semantic-search/contract';
import { html, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';
import { RuleConditions } from './rule-conditions.ts';
import { RuleEffects } from './rule-effects.ts';
import { textField } from './rule-fields.ts';
import type { RuleNames } from './rule-names.ts';

export class RuleForm {
  readonly #conditions: RuleConditions;
  readonly #effects: RuleEffects;

  constructor(names: RuleNames, rerender: () => void) {
    this.#conditions = new RuleConditions(names, rerender);
    this.#effects = new RuleEffects(names, rerender);
  }

  /** Calls `change` with the whole rule after each change. */
  render(rule: CurationRule, change: (rule: CurationRule) => void): TemplateResult {
    const { name, enabled, when } = rule;
    const rename = (typed: string) => change({ ...rule, name: typed });
    const enable = ({ target }: Event) => change({ ...rule, enabled: (target as HTMLInputElement).checked });
    return html`<div class="rule-form">
      ${textField(text('name'), name, rename, { required: true, maxlength: 100 })}
      <label class="switch"><input type="checkbox" .checked=${enabled !== false} @change=${enable} />${text('ruleOn')}</label>
      ${this.#conditions.render(when, (changed) => change({ ...rule, when: changed }))}
      ${this.#effects.render(rule, change)}
    </div>`;
  }
}
