import type { Theme } from '../controls/theme-toggle.tsx';

const dark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** Returns the theme that the device asks for. */
export const deviceTheme = (): Theme => (dark().matches ? 'night' : 'day');

/** Calls the listener when the device asks for another theme. Returns the end of it. */
export function onDeviceTheme(listener: () => void): () => void {
  const list = dark();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
