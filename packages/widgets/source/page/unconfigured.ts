/** What the owner of a page is told who forgot or mistyped an attribute. */

export const isMissing = (element: Element): string => {
  const given = JSON.stringify(element.getAttribute('configuration'));
  return `<semantic-search>: the attribute "configuration" must be the number of a configuration, not ${given}.`;
};

export const isUnknown = ({ localName }: Element, id: string): string =>
  `<${localName} for="${id}">: there is no <semantic-search id="${id}"> in the page.`;
