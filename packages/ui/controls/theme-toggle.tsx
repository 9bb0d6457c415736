import { Moon, Sun } from 'lucide-react';
import { useIntl } from 'react-intl';
import { IconButton } from './button.tsx';

/** The two themes, as `data-theme` on `<html>` says them. */
export type Theme = 'day' | 'night';

/** Switches between day and night; the icon shows what is on. */
export function ThemeToggle({
  theme,
  onThemeChange,
}: {
  theme: Theme;
  onThemeChange: (theme: Theme) => void;
}) {
  const intl = useIntl();
  const other: Theme = theme === 'day' ? 'night' : 'day';
  const Icon = theme === 'day' ? Sun : Moon;
  return (
    <IconButton label={intl.formatMessage({ id: `ui.theme.${other}` })} onClick={() => onThemeChange(other)}>
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
    </IconButton>
  );
}
