/** Clauses of EN 301 549 beyond the criteria of WCAG: chapters 5 to 13, with their state and tests. */
import { noMedia, type State, type Test, tests } from './criteria.ts';

export interface Clause {
  number: string;
  name: string;
  state: State;
  remark: string;
  /** Tests as `file: part of its title`. */
  tests: string[];
}

const clause = (
  number: string,
  name: string,
  state: State,
  remark: string,
  ...named: readonly Test[]
): Clause => ({ number, name, state, remark, tests: named.map((each) => tests[each]) });

const keysOfSystem = 'The system of the visitor handles keys.';

/** A row for a whole chapter stands for all of its clauses. */
export const clauses: readonly Clause[] = [
  clause(
    '5.1',
    'Closed functionality',
    'not applicable',
    'Nothing is closed to assistive technologies: the product runs in browsers and terminals.',
  ),
  clause(
    '5.2',
    'Activation of accessibility features',
    'supported',
    'Colors and motion follow the settings of the visitor, so nothing has to be activated.',
    'display',
    'forced',
  ),
  clause('5.3', 'Biometrics', 'not applicable', 'Editors sign in with a link or through a provider.'),
  clause(
    '5.4',
    'Preservation of accessibility information during conversion',
    'partly',
    'Documents that are made of pages keep the text, the headings and the language. They do not keep the text alternatives of pictures.',
    'crawled',
  ),
  clause('5.5', 'Operable parts', 'not applicable', 'The product is software.'),
  clause(
    '5.6',
    'Locking or toggle controls',
    'supported',
    'Switches are checkboxes and buttons that show their state, also to assistive technologies.',
    'axe',
    'forced',
  ),
  clause('5.7', 'Key repeat', 'not applicable', keysOfSystem),
  clause('5.8', 'Double-strike key acceptance', 'not applicable', keysOfSystem),
  clause(
    '5.9',
    'Simultaneous user actions',
    'supported',
    'No function needs two actions at once. The slash and a button do what Ctrl or ⌘ K does.',
    'keyboard',
    'dialog',
  ),
  clause(
    '6',
    'ICT with two-way voice communication',
    'not applicable',
    'People do not talk through the product. Voice input fills the search box, if the owner turns it on.',
  ),
  clause('7', 'ICT with video capabilities', 'not applicable', noMedia),
  clause('8', 'Hardware', 'not applicable', 'The product is software.'),
  clause(
    '9.6',
    'WCAG conformance requirements',
    'depends',
    'The main page, the editor and the manual are tested as full pages and complete visits. The widgets are part of the page of the owner.',
    'axe',
    'editor',
    'manual',
    'keyboard',
  ),
  clause(
    '10',
    'Non-web documents',
    'not applicable',
    'The manual consists of web pages. Results are exported as plain CSV.',
  ),
  clause(
    '11.1–11.6',
    'Software',
    'supported',
    'Only the command line is software outside of browsers. It reads arguments and writes plain text without color. Progress is shown in lines of text. It was not tried with assistive technologies.',
    'plainText',
  ),
  clause(
    '11.7',
    'User preferences',
    'supported',
    'The widgets have the font of the page, and follow text size, color scheme, forced colors and reduced motion of the visitor.',
    'zoom',
    'display',
    'forced',
  ),
  clause(
    '11.8.2',
    'Accessible content creation',
    'supported',
    'The editor makes search pages. Whatever colors it is given, text and controls have enough contrast.',
    'roles',
    'contrast',
  ),
  clause(
    '11.8.3',
    'Preservation of accessibility information in transformations',
    'not applicable',
    'The editor converts no content.',
  ),
  clause(
    '11.8.4',
    'Repair assistance',
    'supported',
    'The editor names each color of too little contrast, and the color that visitors see instead.',
    'notice',
  ),
  clause('11.8.5', 'Templates', 'supported', 'The example pages have no violation.', 'demo'),
  clause(
    '12.1.1',
    'Accessibility and compatibility features',
    'supported',
    'The reference has the attributes of the elements, their keyboard shortcuts, and the browsers.',
    'reference',
  ),
  clause(
    '12.1.2',
    'Accessible documentation',
    'supported',
    'The pages of the manual have no violation, and work without JavaScript. Each page is also available as Markdown.',
    'manual',
    'manualPlain',
    'manualMarkdown',
  ),
  clause('12.2', 'Support services', 'not applicable', 'There is no support service.'),
  clause(
    '13',
    'ICT providing relay or emergency service access',
    'not applicable',
    'The product provides no such service.',
  ),
];
