/** Form of a source: the addresses of a website, what to leave out, and when to read it. */
import type { SourceSettings } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { text } from '../../text/text.ts';
import { spaceName } from './upload.ts';

/** Schedules to choose from. The command line and the API accept any other pattern. */
const scheduleLabels: Record<string, TextKey> = {
  '': 'onlyWhenStarted',
  '0 * * * *': 'everyHour',
  '0 3 * * *': 'everyNight',
  '0 3 * * 0': 'everySunday',
};

export interface SourceFormView {
  /** Search space; undefined if the form asks for its name. */
  space: string | undefined;
  /** Settings of the changed source; undefined for a new source. */
  settings: SourceSettings | undefined;
  isBusy: boolean;
  save(space: string, settings: SourceSettings): void;
  cancel: (() => void) | undefined;
}

export function sourceForm(view: SourceFormView): TemplateResult {
  const { space, settings, isBusy, cancel } = view;
  const newTitle = space ? text('anotherWebsite', { space }) : text('addWebsite');
  return html`<form class="card source-form" @submit=${(event: SubmitEvent) => submit(event, view)} aria-labelledby="source-form">
    <h2 id="source-form" tabindex="-1">${settings ? text('changeWebsite') : newTitle}</h2>
    <div class="field"><label for="starts">${text('addresses')}</label>
      <textarea id="starts" name="starts" rows="2" required spellcheck="false" placeholder="https://www.example.org/" aria-describedby="starts-hint" @input=${clearFault} .value=${settings?.starts.join('\n') ?? ''}></textarea>
      <p class="hint" id="starts-hint">${text('startsHint')}</p></div>
    ${space ? nothing : spaceField()}
    ${scheduleField(settings?.schedule ?? '')}
    <details ?open=${Boolean(settings?.include ?? settings?.exclude ?? settings?.content ?? settings?.ignore)}><summary>${text('whichPages')}</summary>
      <div class="fields">
      ${linesField('include', text('onlyPaths'), settings?.include, '/news/')}
      ${linesField('exclude', text('notPaths'), settings?.exclude, '/internal/')}
      ${textField('content', text('mainContent'), settings?.content, 'main')}
      ${textField('ignore', text('leaveOut'), settings?.ignore, '.cookie-banner')}
      <div class="field"><label for="maxPages">${text('maxPages')}</label><input id="maxPages" name="maxPages" type="number" min="1" max="200000" .value=${`${settings?.maxPages ?? ''}`} placeholder="20000" /></div>
      </div></details>
    <div class="buttons">
      ${cancel ? html`<button type="button" @click=${cancel}>${text('cancel')}</button>` : nothing}
      <button type="submit" class="primary" ?disabled=${isBusy}>${settings ? text('save') : text('addAndRead')}</button></div>
  </form>`;
}

const spaceField = (): TemplateResult =>
  html`<div class="field"><label for="space">${text('nameOfSpace')}</label>
    <input id="space" name="space" type="text" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]{0,99}" title=${text('spaceNameRule')}
      autocomplete="off" spellcheck="false" aria-describedby="space-hint" />
    <p class="hint" id="space-hint">${text('nameOfSpaceHint')}</p></div>`;

function scheduleField(schedule: string): TemplateResult {
  const patterns = [...new Set([...Object.keys(scheduleLabels), schedule])];
  const labelOf = (pattern: string) => (scheduleLabels[pattern] ? text(scheduleLabels[pattern]) : pattern);
  return html`<div class="field"><label for="schedule">${text('readItAgain')}</label><select id="schedule" name="schedule">
    ${patterns.map((pattern) => html`<option value=${pattern} .selected=${pattern === schedule}>${labelOf(pattern)}</option>`)}</select></div>`;
}

/** Saves the settings in the form, or reports the first address that is not valid. */
function submit(event: SubmitEvent, { space, save }: SourceFormView): void {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const data = new FormData(form);
  const read = (name: string) => ((data.get(name) as string | null) ?? '').trim();
  const settings = settingsFrom(read);
  // For the browser, a field with only spaces is not empty, but it contains no addresses.
  const starts = settings.starts.length > 0 ? settings.starts : [''];
  const invalidStart = starts.find((address) => !isAddress(address));
  if (invalidStart === undefined) save(space ?? (read('space') || nameFrom(settings.starts[0])), settings);
  else {
    const field = form.elements.namedItem('starts') as HTMLTextAreaElement;
    field.setCustomValidity(text('mustBeAddress', { address: invalidStart }));
    field.reportValidity();
  }
}

const clearFault = ({ target }: Event): void => (target as HTMLTextAreaElement).setCustomValidity('');

const linesField = (name: string, label: string, lines: string[] | undefined, example: string) =>
  html`<div class="field"><label for=${name}>${label}</label><textarea id=${name} name=${name} rows="2" spellcheck="false" placeholder=${example} .value=${lines?.join('\n') ?? ''}></textarea></div>`;

const textField = (name: string, label: string, value: string | undefined, example: string) =>
  html`<div class="field"><label for=${name}>${label}</label><input id=${name} name=${name} type="text" maxlength="500" spellcheck="false" autocomplete="off" placeholder=${example} .value=${value ?? ''} /></div>`;

/** A name of a search space from the host of an address. */
const nameFrom = (address = ''): string =>
  spaceName(isAddress(address) ? new URL(address).hostname.replace(/^www\./, '') : '');

/** Whether a text is a web address. Browsers accept spaces in a host, and encode them. */
const isAddress = (address: string): boolean =>
  /^https?:/i.test(address) && URL.canParse(address) && !/[\s%]/.test(new URL(address).hostname);

/** The settings in the form, without empty fields. */
function settingsFrom(read: (name: string) => string): SourceSettings {
  const lines = (name: string) =>
    read(name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  const [include, exclude] = [lines('include'), lines('exclude')];
  const [content, ignore, schedule] = [read('content'), read('ignore'), read('schedule')];
  const maxPages = Number(read('maxPages'));
  return {
    // People type `www.example.org` without a scheme.
    starts: lines('starts').map((typed) => (/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)),
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    ...(content && { content }),
    ...(ignore && { ignore }),
    ...(maxPages > 0 && { maxPages }),
    ...(schedule && { schedule }),
  };
}
