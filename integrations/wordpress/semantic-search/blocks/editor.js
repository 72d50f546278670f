/** The blocks in the editor: a placeholder, and their settings beside it. */
((blocks, blockEditor, components, element, i18n) => {
  const { __ } = i18n;
  const { createElement } = element;

  const text =
    (name, label, help, { parse = (value) => value, ...others } = {}) =>
    ({ attributes, setAttributes }) =>
      createElement(components.TextControl, {
        key: name,
        label,
        help,
        ...others,
        value: attributes[name] || '',
        onChange: (value) => setAttributes({ [name]: parse(value) }),
      });

  const number = (name, label, help) =>
    text(name, label, help, { type: 'number', min: 0, parse: (value) => Number.parseInt(value, 10) || 0 });

  const choice =
    (name, label, options) =>
    ({ attributes, setAttributes }) =>
      createElement(components.SelectControl, {
        key: name,
        label,
        value: attributes[name],
        options: options.map(([value, optionLabel]) => ({ value, label: optionLabel })),
        onChange: (value) => setAttributes({ [name]: value }),
      });

  function register(name, icon, label, instructions, controls) {
    blocks.registerBlockType(`semantic-search/${name}`, {
      edit: (properties) =>
        createElement(
          'div',
          blockEditor.useBlockProps(),
          createElement(
            blockEditor.InspectorControls,
            null,
            createElement(
              components.PanelBody,
              { title: __('Settings', 'semantic-search') },
              ...controls.map((control) => control(properties)),
            ),
          ),
          createElement(components.Placeholder, { icon, label, instructions }),
        ),
      save: () => null,
    });
  }

  const heading = text(
    'heading',
    __('Heading', 'semantic-search'),
    __('Empty: that of the configuration.', 'semantic-search'),
  );

  register(
    'search',
    'search',
    __('Semantic Search', 'semantic-search'),
    __('Visitors see the search here.', 'semantic-search'),
    [
      heading,
      number('headingLevel', __('Level of the heading', 'semantic-search')),
      choice('mode', __('Form', 'semantic-search'), [
        ['', __('On the page', 'semantic-search')],
        ['dialog', __('A button that opens the search', 'semantic-search')],
      ]),
      choice('theme', __('Colors', 'semantic-search'), [
        ['', __('As the page', 'semantic-search')],
        ['light', __('Light', 'semantic-search')],
        ['dark', __('Dark', 'semantic-search')],
      ]),
      choice('paging', __('Further results', 'semantic-search'), [
        ['', __('Numbered pages', 'semantic-search')],
        ['more', __('A button that adds results', 'semantic-search')],
      ]),
      number(
        'configuration',
        __('Configuration', 'semantic-search'),
        __('Empty: that of the settings.', 'semantic-search'),
      ),
    ],
  );
  register(
    'similar',
    'admin-links',
    __('Similar Documents', 'semantic-search'),
    __('Visitors see similar documents here.', 'semantic-search'),
    [
      heading,
      number(
        'number',
        __('Number of documents', 'semantic-search'),
        __('Empty: that of the configuration.', 'semantic-search'),
      ),
    ],
  );
  register(
    'facets',
    'filter',
    __('Search Filters', 'semantic-search'),
    __('Visitors see the filters of the search here.', 'semantic-search'),
    [
      text(
        'for',
        __('Id of the search', 'semantic-search'),
        __('Empty: the first search of the page.', 'semantic-search'),
      ),
    ],
  );
})(window.wp.blocks, window.wp.blockEditor, window.wp.components, window.wp.element, window.wp.i18n);
