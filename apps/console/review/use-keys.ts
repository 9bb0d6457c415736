import { useEffect, useRef } from 'react';

/**
 * Runs an act at the press of its key, unless somebody types, a window is open, or another key is held. A toast has the
 * role of a dialog too, and is no window.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, [role=combobox]') !== null;
      if (isTyping || document.querySelector('[role=dialog]:not([data-toast]), [role=listbox]') !== null)
        return;
      const act = newest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
