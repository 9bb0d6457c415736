// Before the first paint: the stored theme and language, so that neither flashes. The platform's config, the language
// and the code of the trade screen are requested while the app itself still loads. A plain script, because the content
// security policy allows no inline one.
(() => {
  const config = document.createElement('script');
  config.id = 'platform-config';
  config.src = `/platform/dev/config.js?t=${Date.now()}`;
  config.onerror = () => {
    config.dataset.failed = 'true';
  };
  document.head.append(config);

  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`coin_web-${key}`)).content;
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  if (stored('theme') === 'night') {
    root.dataset.theme = 'night';
    document.querySelector('meta[name="theme-color"]').content = '#0f1318';
  }
  const language = stored('language');
  if (typeof language === 'string') root.lang = { tw: 'zh-Hant', zh: 'zh-Hans' }[language] ?? language;

  const files = JSON.parse(document.querySelector('meta[name="first-files"]')?.content ?? 'null');
  if (files !== null) {
    const wanted = [files.languages[language] ?? files.languages.en];
    if (location.pathname === '/trade/index') {
      const search = new URLSearchParams(location.search);
      const type = search.get('type');
      wanted.push(...(Object.hasOwn(files.trade, type) ? files.trade[type] : files.trade.spot));
      if (search.has('margin') && (type ?? 'spot') === 'spot') wanted.push(...files.trade.margin);
      wanted.push(files.tradeLanguages[language] ?? files.tradeLanguages.en);
    }
    for (const href of wanted) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  }
})();
