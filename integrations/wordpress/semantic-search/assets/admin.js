/** Buttons of the settings page and of the box in the editor. */
((apiFetch, i18n) => {
  const { __ } = i18n;
  const find = (name) => document.querySelector(`[data-semantic-search-${name}]`);
  const call = (path, options) => apiFetch({ path: `/semantic-search/v1/${path}`, ...options });

  function listen(name, run) {
    for (const button of document.querySelectorAll(`[data-semantic-search-${name}]`)) {
      button.addEventListener('click', async () => {
        button.disabled = true;
        try {
          await run(button);
        } catch (error) {
          (find('status') || find('post')).textContent = error.message;
        }
        button.disabled = false;
      });
    }
  }

  function showSteps(steps) {
    const items = steps.map(({ ok, text }) => {
      const item = document.createElement('li');
      item.textContent = `${ok ? '✓' : '✗'} ${text}`;
      return item;
    });
    find('steps').replaceChildren(...items);
  }

  function ready() {
    listen('check', async () => {
      find('steps').textContent = __('Checking...', 'semantic-search');
      const { steps, text } = await call('check', { method: 'POST' });
      showSteps(steps);
      find('status').textContent = text;
    });
    // What was just saved may be wrong.
    if (new URLSearchParams(location.search).has('settings-updated')) find('check')?.click();
    listen('sync', async (button) => {
      const force = button.dataset.semanticSearchSync === 'force';
      find('status').textContent = (await call('sync', { method: 'POST', data: { force } })).text;
    });
    const post = find('post');
    if (!post) return;
    const path = `posts/${post.dataset.semanticSearchPost}`;
    listen('send', async () => {
      post.textContent = (await call(path, { method: 'POST' })).text;
    });
    // The block editor saves without loading the page again.
    const data = window.wp.data;
    if (data?.select('core/editor')) {
      let wasSaving = false;
      data.subscribe(() => {
        const isSaving = data.select('core/editor').isSavingPost();
        if (wasSaving && !isSaving) call(path).then(({ text }) => (post.textContent = text));
        wasSaving = isSaving;
      });
    }
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', ready);
  else ready();
})(window.wp.apiFetch, window.wp.i18n);
