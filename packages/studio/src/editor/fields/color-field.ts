/** Color pair field: background and text with contrast notices. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { isColor } from '@semantic-search/widgets/color';
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { type Adjustment, ratioOf, toSixDigits } from '../settings/contrast.ts';
import { notAColor } from '../settings/error-message.ts';
import { humanize } from '../settings/labels.ts';
import { describedBy, type Field, hintAndError, idOf, labelOf } from './field.ts';

type Pair = ConfigurationSettings['layout']['navbar'];

/** `adjustments` are those of this pair of colors. */
export function colorField(field: Field, adjustments: readonly Adjustment[]): TemplateResult {
  const pair = field.value as Pair;
  const ratio = ratioOf(pair);
  const wrong = Object.values(pair).find((color) => !isColor(color));
  return html`<fieldset class="field colors" id=${idOf(field)}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <div class="pair">${colorInputs(field, pair, 'backgroundColor')}${colorInputs(field, pair, 'fontColor')}</div>
    <div class="contrast" role="status">${
      // A server error says the same of the saved value.
      wrong !== undefined && !field.error
        ? html`<p class="wrong">${notAColor(wrong)}.</p>`
        : adjustments.length === 0
          ? html`<p class="fine">${ratio ? `Contrast ${formatRatio(ratio)}` : ''}</p>`
          : adjustments.map((adjustment) => contrastNotice(field, pair, adjustment))
    }</div>
  </fieldset>`;
}

function colorInputs(field: Field, pair: Pair, name: keyof Pair): TemplateResult {
  const label = field.schema.properties?.[name]?.title ?? humanize(name);
  const id = `${idOf(field)}-${name}`;
  const change = (event: Event) =>
    field.change({ ...pair, [name]: (event.target as HTMLInputElement).value });
  return html`<div class="color">
    <label for=${id}>${label}</label>
    <span class="color-inputs">
      <input type="color" .value=${isColor(pair[name]) ? toSixDigits(pair[name]) : noChange} aria-label="${label}: choose a color" @input=${change} />
      <input type="text" id=${id} size="8" maxlength="7" autocomplete="off" spellcheck="false" .value=${pair[name]}
        aria-describedby=${describedBy(field)} aria-invalid=${field.error || !isColor(pair[name]) ? 'true' : nothing} @input=${change} />
    </span>
  </div>`;
}

/** Contrast notice with the replacement color; a text color can be adopted. */
function contrastNotice(field: Field, pair: Pair, adjustment: Adjustment): TemplateResult {
  const { part, given, ground, ratio, needed, replacements } = adjustment;
  const isText = part === 'fontColor';
  const replacement = replacements[0]!.color;
  const adopt = () => field.change({ ...pair, fontColor: replacement });
  const purpose = part === 'backgroundColor' ? 'stand out' : 'be read';
  const replacementList = replacements.map(
    ({ color, surfaces }, index) =>
      html`${index > 0 ? ', ' : ''}${swatch(color, isText ? ground : color)}<strong>${color}</strong>${replacements.length > 1 || !isText ? ` ${surfaceList(surfaces)}` : ''}`,
  );
  const text = html`<p>${swatch(given, ground)}${subjects[part]} ${given} has a contrast of <strong>${formatRatio(ratio)}</strong> to ${ground}, too little to ${purpose} (${needed}:1 is needed). Visitors see ${replacementList}.</p>`;
  // A note instead of a warning, because visitors see a legible color anyway.
  if (!isText)
    return html`<details class="adjusted"><summary>${foldedSummary(adjustment)}</summary>${text}</details>`;
  return html`<div class="adjusted low">${text}
    <button type="button" @click=${adopt}>Use ${replacement}</button>
  </div>`;
}

const foldedSummary = ({ part, replacements }: Adjustment): TemplateResult =>
  html`${part === 'link' ? 'Links and rings' : 'Buttons'} use another shade ${conjunction.format(replacements.map(({ surfaces }) => surfaceList(surfaces)))}`;

const subjects = {
  fontColor: 'The text',
  backgroundColor: 'The background',
  link: 'As the color of links and rings,',
};

const surfaceLabels = { documents: 'on results', facets: 'on filters', navbar: 'in the bar' };
const conjunction = new Intl.ListFormat('en-GB');
const surfaceList = (surfaces: Adjustment['replacements'][number]['surfaces']): string =>
  conjunction.format(surfaces.map((surface) => surfaceLabels[surface]));

/** Rounded down, so that an insufficient contrast never looks sufficient. */
const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** SVG attributes instead of styles, which the content security policy forbids. */
const swatch = (color: string, ground: string): TemplateResult =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill=${ground}></rect><circle cx="8" cy="8" r="5" fill=${color}></circle></svg>`;
