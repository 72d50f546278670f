/** Entry point of the studio; reads the data embedded by the server. */
import type { PageData } from '../page-data.ts';
import { Studio } from './studio.ts';

const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as PageData;
const root = document.querySelector<HTMLElement>('#studio');
if (!root) throw new Error('The page lacks its own element');

void new Studio(root, start).open();
