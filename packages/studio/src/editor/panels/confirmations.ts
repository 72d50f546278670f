/** Confirmation dialogs: questions before actions that visitors see or that lose work. */
import { html, type TemplateResult } from 'lit';
import type { Difference } from '../settings/draft.ts';
import type { Schema } from '../settings/schema.ts';
import { differencesTable } from './differences-table.ts';

interface Confirmation {
  text: unknown;
  /** Label of the button that changes nothing. */
  keep: string;
  /** Label of the button that acts. */
  act: string;
  isCritical?: boolean;
  onAct(): void;
  close(): void;
}

const confirmation = ({
  text,
  keep,
  act,
  isCritical,
  onAct,
  close,
}: Confirmation): TemplateResult => html`${text}
  <div class="buttons"><button type="button" @click=${close}>${keep}</button><button type="button" class="primary ${isCritical ? 'critical' : ''}" @click=${onAct}>${act}</button></div>`;

type Actions = Pick<Confirmation, 'onAct' | 'close'>;

export const deletion = (isActive: boolean, actions: Actions): TemplateResult =>
  confirmation({
    text: html`<p>Pages that use it will show an error, and its id is never reused.${isActive ? ' It is the active configuration.' : ''}</p>`,
    keep: 'Keep it',
    act: 'Delete it',
    isCritical: true,
    ...actions,
  });

export const activationOfHidden = (actions: Actions): TemplateResult =>
  confirmation({
    text: html`<p>It is hidden. The main page shows the active configuration first, so all visitors can see it from now on.</p>`,
    keep: 'Keep it hidden',
    act: 'Make it active',
    ...actions,
  });

export const publication = (actions: Actions): TemplateResult =>
  confirmation({
    text: html`<p>It is hidden. After saving, the main page offers it to all visitors.</p>`,
    keep: 'Continue editing',
    act: 'Save and publish',
    ...actions,
  });

export const discarding = (
  changes: readonly Difference[],
  schema: Schema,
  actions: Actions,
): TemplateResult =>
  confirmation({
    text: html`<p>This cannot be undone.</p>
      ${differencesTable(
        schema,
        ['Saved', 'Yours'],
        changes.map(({ path, before, after }) => ({ path, values: [before, after] })),
      )}`,
    keep: 'Keep my changes',
    act: 'Discard them',
    isCritical: true,
    ...actions,
  });
