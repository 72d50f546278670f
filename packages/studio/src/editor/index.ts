/** Entry point of the editor page; reads the data embedded by the server. */
import { type PageData, requestedConfiguration } from '../page-data.ts';
import { Editor } from './controller/editor.ts';
import { EditorPage } from './page.ts';

const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as PageData;
const root = document.querySelector<HTMLElement>('#editor');
if (!root) throw new Error('The page lacks its own element');

const editor = new Editor(start, requestedConfiguration(location.search), () => page.render());
const page = new EditorPage(root, editor, start);
page.render();
void editor.open();
