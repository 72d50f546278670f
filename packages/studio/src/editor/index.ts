/** Entry point of the editor page. */
import { readPageData, requestedConfiguration } from '../page-data.ts';
import { Editor } from './controller/editor.ts';
import { EditorPage } from './page.ts';

const pageData = readPageData();
const root = document.querySelector<HTMLElement>('#editor');
if (!root) throw new Error('The page lacks its own element');

const editor = new Editor(pageData, requestedConfiguration(location.search), () => page.render());
const page = new EditorPage(root, editor, pageData);
page.render();
void editor.open();
