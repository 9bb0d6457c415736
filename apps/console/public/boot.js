// Before the first paint: the stored theme and language, so that neither flashes. Runs as a plain script because the
// content security policy allows no inline one.
(() => {
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`candor_console-${key}`)).content;
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
})();
