import { IconButton, useText } from '@candor/ui';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { BellPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { LostDialog, lazyPart } from '../common/lazy-part.tsx';
import { usePriceAlerts, useSignedIn } from '../data/index.ts';
import type { AlertDialogProps } from './alert-dialog.tsx';
import type { AlertMarket } from './alert-market.ts';

function LostAlert({ onOpenChange }: AlertDialogProps) {
  return <LostDialog open onOpenChange={onOpenChange} />;
}

/** The dialog of an alert, loaded when it is first opened. */
export const LazyAlertDialog = lazyPart<AlertDialogProps>(
  async () => (await import('./alert-dialog.tsx')).AlertDialog,
  LostAlert,
);

/** Returns what opens the dialog of an alert: visitors log in first. `dialog` stands in the page. */
export function useAlertDialog(market: AlertMarket) {
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const signedIn = useSignedIn();
  const [asked, setAsked] = useState<{ readonly price: string | null } | null>(null);
  const open = (price: string | null) => {
    if (signedIn) setAsked({ price });
    else void navigate({ to: '/user/login', search: { from: href } });
  };
  const dialog = asked !== null && (
    <Suspense>
      <LazyAlertDialog market={market} price={asked.price} onOpenChange={() => setAsked(null)} />
    </Suspense>
  );
  return { open, dialog };
}

export interface AlertButtonProps {
  readonly market: AlertMarket;
  readonly size?: 'small' | 'medium';
  readonly className?: string;
}

/** Opens the dialog of a price alert on a market; marked where one waits already. */
export function AlertButton({ market, size = 'medium', className }: AlertButtonProps) {
  const text = useText();
  const { open, dialog } = useAlertDialog(market);
  const { data } = usePriceAlerts();
  const isWaiting = data?.some(({ symbol, state }) => symbol === market.symbol && state === 'waiting');
  return (
    <>
      <IconButton
        size={size}
        label={text(isWaiting === true ? 'alerts.button.waiting' : 'alerts.button', { market: market.name })}
        onClick={() => open(null)}
        {...(className === undefined ? {} : { className })}
      >
        <BellPlus
          aria-hidden="true"
          className={isWaiting === true ? 'size-4 text-accent' : 'size-4'}
          strokeWidth={1.75}
        />
      </IconButton>
      {dialog}
    </>
  );
}
