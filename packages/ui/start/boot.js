// Runs beside the app's own code, as a plain script, because the content security policy allows no inline one. Loaded
// with `async`: an app starts without it where it is lost. It sets the theme and the language, as chosen or as the
// device asks, before anything is painted, asks for files that the app would ask for later, and watches over the first load: where a file of it is lost,
// the error page of index.html takes the place of the start.
{
  /** Until a stylesheet that does not come no longer holds back the first paint. */
  const PAINT_MS = 15_000;
  /** Until a file counts as lost. */
  const FILE_MS = 120_000;
  const { store, config } = document.currentScript.dataset;
  const root = document.documentElement;

  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`${store}-${key}`)).content;
    } catch {
      return null;
    }
  };
  const themes = { day: 'day', daytime: 'day', night: 'night' };
  const deviceTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  root.dataset.theme = themes[stored('theme')] ?? deviceTheme;
  if (root.dataset.theme === 'night') {
    document.querySelector('meta[name="theme-color"]').content = '#0f1318';
  }
  // as localeOf of packages/i18n chooses; boot.test.ts compares both
  const spoken = 'en ja ko zh pt vi th es fr ru de it tw'.split(' ');
  const localeOf = (tag) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return language === 'zh' && script === 'Hant' ? 'tw' : language;
    } catch {
      return null;
    }
  };
  const wished = [stored('language'), ...navigator.languages.map(localeOf)];
  const language = wished.find((each) => spoken.includes(each)) ?? 'en';
  // an app that ran before this sets the whole tag itself
  if (root.dataset.app === undefined) root.lang = { tw: 'zh-Hant', zh: 'zh-Hans' }[language] ?? language;

  if (config !== undefined && document.getElementById('platform-config') === null) {
    const script = document.createElement('script');
    script.id = 'platform-config';
    script.src = `${config}?t=${Date.now()}`;
    script.onerror = () => {
      script.dataset.failed = 'true';
    };
    document.head.append(script);
  }

  const files = JSON.parse(document.querySelector('meta[name="first-files"]')?.content ?? 'null');
  if (files !== null) {
    const wanted = [files.languages[language] ?? files.languages.en];
    if (location.pathname === '/trade/index') {
      const search = new URLSearchParams(location.search);
      const type = search.get('type');
      wanted.push(...(Object.hasOwn(files.trade, type) ? files.trade[type] : files.trade.spot));
      if (search.has('margin') && (type ?? 'spot') === 'spot') wanted.push(...files.trade.margin);
      for (const languages of [files.tradeLanguages, files.errorLanguages])
        wanted.push(languages[language] ?? languages.en);
    }
    for (const href of wanted) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  }

  const sheets = () => [...document.querySelectorAll('link[rel="stylesheet"]')];

  /** Shows the error page. It is legible without the stylesheet, which may be what is lost. */
  const showLost = () => {
    const page = document.getElementById('lost');
    if (page === null) {
      setTimeout(showLost, 50);
      return;
    }
    document.getElementById('starting')?.remove();
    document.getElementById('root').hidden = true;
    document.getElementById('lost-code').textContent = root.dataset.lost;
    const pending = sheets().filter(({ sheet }) => sheet === null);
    for (const link of pending) link.remove();
    if (getComputedStyle(root).getPropertyValue('--sheet') !== 'whole') {
      page.style.cssText =
        'max-width: 35rem; margin: 4rem auto; padding: 0 1rem; font-family: system-ui, sans-serif';
    }
    page.hidden = false;
  };
  const lose = (code) => {
    if (root.dataset.app === 'started' || root.dataset.lost !== undefined) return;
    root.dataset.lost = code;
    showLost();
  };

  // the app's own code names what it lost in the same place
  addEventListener('app-lost', showLost);
  if (root.dataset.lost !== undefined) showLost();
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lose('CSS_CHUNK_LOAD_FAILED');
      else if (target instanceof HTMLScriptElement && target.type === 'module') lose('ChunkLoadError');
      else if (target === window && root.dataset.app === undefined) lose('ChunkLoadError');
    },
    true,
  );
  // what was lost before this script ran
  const hasRun = () => root.dataset.app !== undefined;
  const look = () => {
    if (!hasRun()) lose('ChunkLoadError');
  };
  if (document.readyState === 'complete') look();
  else addEventListener('load', look);
  setTimeout(() => {
    // a copy that a script adds holds nothing back
    for (const link of sheets()) if (link.sheet === null) link.replaceWith(link.cloneNode());
  }, PAINT_MS);
  setTimeout(() => {
    if (sheets().some(({ sheet }) => sheet === null)) lose('CSS_CHUNK_LOAD_FAILED');
    else look();
  }, FILE_MS);

  // A file that came with the wrong content is not taken from the browser's store again.
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-reload]') === null) return;
    event.preventDefault();
    Promise.resolve(globalThis.caches?.keys())
      .then((names) => Promise.all((names ?? []).map((name) => caches.delete(name))))
      .finally(() => location.reload());
  });
}
