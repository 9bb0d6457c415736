import { useEffect } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role="combobox"]';
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Calls back when `/` is pressed on the page itself: not while something is typed or lies over the page. */
export function useSlashKey(onSlash: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TYPING) != null || document.querySelector(OVER_THE_PAGE) !== null) return;
      event.preventDefault();
      onSlash();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onSlash]);
}
