/** Entry point of the studio. */
import { readPageData } from '../page-data.ts';
import { Studio } from './studio.ts';

const root = document.querySelector<HTMLElement>('#studio');
if (!root) throw new Error('The page lacks its own element');

void new Studio(root, readPageData()).open();
