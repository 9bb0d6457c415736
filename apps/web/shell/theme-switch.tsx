import { ThemeToggle } from '@candor/ui';
import { useLayoutEffect } from 'react';
import { type Theme, usePreference, useServices } from '../data/index.ts';

const PAPER: Record<Theme, string> = { daytime: '#ffffff', night: '#0f1318' };

/** Puts a theme on the page and on the browser's own bars. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme === 'night' ? 'night' : 'day';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[theme]);
}

/** Keeps the page in the preferred theme. Before any effect: a chart reads the theme's colours in one. */
export function useTheme(): void {
  const theme = usePreference('theme');
  useLayoutEffect(() => applyTheme(theme), [theme]);
}

/** Switches between day and night and remembers it. */
export function ThemeSwitch() {
  const { preferences } = useServices();
  const theme = usePreference('theme');
  return (
    <ThemeToggle
      theme={theme === 'night' ? 'night' : 'day'}
      onThemeChange={(next) => preferences.change({ theme: next === 'night' ? 'night' : 'daytime' })}
    />
  );
}
