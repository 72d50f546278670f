/** Place of the studio: its interface to the studio, and upload and download of files. */
import { html, type TemplateResult } from 'lit';
import type { Account } from '../editor/controller/account.ts';
import type { PlaceParameters } from '../page-data.ts';

export interface PlaceContext {
  account: Account;
  /** Parameters of the address. */
  parameters: URLSearchParams;
  /** Renders the place again. */
  update(): void;
  /** Asks the person to sign in again; the place keeps its state. */
  signIn(): void;
  /** Opens another address of the studio. Returns false if the person stays, to save changes first. */
  open(address: string): boolean;
  /** Changes parameters of the address without loading the place again. */
  keep(parameters: PlaceParameters): void;
}

export interface Place {
  /** Loads the data; the studio renders the place afterwards. */
  load(): Promise<void>;
  render(): TemplateResult;
  /** Called when another place is shown. */
  leave?(): void;
  /** Whether leaving would lose work. */
  readonly isDirty?: boolean;
}

export const enteredIn = ({ target }: Event) => (target as HTMLInputElement | HTMLSelectElement).value;

/** Button that lets the person choose a file with one of the endings in `accept`. */
export function fileButton(label: string, accept: string, choose: (file: File) => void): TemplateResult {
  const read = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    // Emptied, so that choosing the same file again is a change.
    input.value = '';
    if (file) choose(file);
  };
  return html`<label class="button">${label}<input class="visually-hidden" type="file" accept=${accept} @change=${read} /></label>`;
}

/** Time for the browser to read the file of a download, which no event reports. */
const DOWNLOAD_MS = 60_000;

export function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(file);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}
