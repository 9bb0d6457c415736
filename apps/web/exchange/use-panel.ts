import { useState } from 'react';
import { useMediaQuery } from '../common/use-media-query.ts';
import { NARROW } from '../trade/terminal/terminal.tsx';

/** Room for the panel beside chart, book and form. */
const ROOMY = '(width >= 80rem)';

/** The state of the market panel: open at first where there is room for it, and closed on a phone after each choice. */
export function usePanel(symbol: string) {
  const isPhone = useMediaQuery(NARROW);
  const isRoomy = useMediaQuery(ROOMY);
  const [choice, setChoice] = useState<{ readonly isOpen: boolean; readonly symbol: string } | null>(null);
  const isOpen = isPhone ? choice?.isOpen === true && choice.symbol === symbol : (choice?.isOpen ?? isRoomy);
  return { isPhone, hasPanel: isOpen, onPanelChange: (next: boolean) => setChoice({ isOpen: next, symbol }) };
}
