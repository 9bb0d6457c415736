import { useEffect, useRef } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role=combobox]';
/** A toast has the role of a dialog too, and is no window. */
const OVER_THE_PAGE = ':is([role=dialog], [role=alertdialog]):not([data-toast]), [role=menu], [role=listbox]';

/** True while a window, a menu or a list is open: the list of a selection that was shut stays in the page, unseen. */
function isCovered(): boolean {
  return [...document.querySelectorAll(OVER_THE_PAGE)].some((cover) => cover.checkVisibility());
}

/**
 * Runs an act at the press of its key on the page itself: not while somebody types, a window or a menu is open, or
 * another key is held.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return;
      const { target } = event;
      const isTyping = target instanceof Element && target.closest(TYPING) !== null;
      if (isTyping || isCovered()) return;
      const act = newest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
