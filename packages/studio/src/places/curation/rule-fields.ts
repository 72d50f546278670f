/** Fields of the form of a curation rule. */
import { html, type TemplateResult } from 'lit';
import { enteredIn } from '../place.ts';

interface InputOptions {
  type?: 'text' | 'url';
  required?: boolean;
  maxlength?: number;
  placeholder?: string;
}

/** Changes at each input: a change on leaving the field could move the button that is being pressed. */
export const textField = (
  label: string,
  value: string,
  change: (value: string) => void,
  { type = 'text', required = false, maxlength = 2000, placeholder = '' }: InputOptions = {},
): TemplateResult =>
  html`<label>${label} <input type=${type} .value=${value} ?required=${required} maxlength=${maxlength} placeholder=${placeholder}
    autocomplete="off" @input=${(event: Event) => change(type === 'url' ? enteredIn(event).trim() : enteredIn(event))} /></label>`;

/** A date and time in the time zone of the browser. */
export function timeField(
  label: string,
  value: string | undefined,
  change: (value: string | undefined) => void,
): TemplateResult {
  const date = value === undefined ? undefined : new Date(value);
  const local =
    date && new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  const read = (event: Event) => {
    const { value: time, validity } = event.target as HTMLInputElement;
    // Rendering a date that is half typed, such as in the year 2, would interrupt the typing.
    if (validity.valid) change(time ? new Date(time).toISOString() : undefined);
  };
  return html`<label>${label} <input type="datetime-local" min="1000-01-01T00:00" .value=${local ?? ''} @change=${read} /></label>`;
}

/** The value without empty members. */
export function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== '' && member !== undefined),
  ) as Value;
}
