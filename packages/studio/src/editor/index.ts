/** Entry point of the editor page; reads the data embedded by the server. */
import type { Start } from '../configuration-picker.ts';
import { Editor } from './editor.ts';
import { Page } from './page.ts';

const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as Start;
const root = document.querySelector<HTMLElement>('#editor');
if (!root) throw new Error('The page lacks its own element');

const asked = Number(new URLSearchParams(location.search).get('configuration'));
const editor = new Editor(start, asked > 0 ? asked : start.chosen, () => page.render());
const page = new Page(root, editor);
page.render();
void editor.open();
