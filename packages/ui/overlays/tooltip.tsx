import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

export interface TooltipProps {
  /** Explanation; a short text. Nothing that is only here may be needed to use the page. */
  text: ReactNode;
  /** Explained element; it takes a ref and spreads its props. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** A short explanation on hover and on keyboard focus; Esc closes it. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <BaseTooltip.Popup className="max-w-64 rounded-base bg-ink px-2 py-1 text-12 text-paper transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 data-instant:duration-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
