import { buttonClass, cx, IconButton, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Minimize2, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignedIn } from '../data/index.ts';
import type { Place } from '../markets/market-place.ts';
import { Bell } from '../shell/bell.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { ThemeSwitch } from '../shell/theme-switch.tsx';

interface FullScreenBarProps {
  /** The page that the full screen leads back to. */
  readonly exit: Place;
  readonly hasPanel: boolean;
  readonly onPanelChange: (hasPanel: boolean) => void;
  /** Name and price of the market. */
  readonly children: ReactNode;
}

/** The top bar of a full screen: the way back, the markets, the market with its price, language and theme. */
export function FullScreenBar({ exit, hasPanel, onPanelChange, children }: FullScreenBarProps) {
  const text = useText();
  const signedIn = useSignedIn();
  return (
    <header className="flex min-h-14 items-center gap-2 border-b bg-paper px-3">
      <Link
        {...exit}
        aria-label={text('trade.exitFullScreen')}
        title={text('trade.exitFullScreen')}
        className={cx(buttonClass('plain'), 'px-2! touch:min-w-11')}
      >
        <Minimize2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Link>
      <IconButton
        label={text(hasPanel ? 'trade.markets.hide' : 'trade.markets.show')}
        aria-expanded={hasPanel}
        onClick={() => onPanelChange(!hasPanel)}
      >
        <PanelLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
      <div className="min-w-0 flex-1">{children}</div>
      <LanguageMenu />
      <ThemeSwitch />
      {signedIn && <Bell />}
    </header>
  );
}
