import type { MiningRewardRow as Reward, SwapQuoteRow } from '@candor/api';
import { type TypedNumber, trimFigure } from '@candor/i18n';
import { ActMessage, Button, Dialog, useActForm, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { QuoteCard } from '../common/quote-card.tsx';
import { useClient } from '../data/index.ts';
import { AmountField } from '../forms/amount-field.tsx';
import { useMiningChanged } from './use-mining.ts';

interface ConvertDialogProps {
  readonly reward: Reward;
  readonly onClose: () => void;
}

/** Converts claimed income into USDT at a rate that is locked for some seconds. */
export function ConvertDialog({ reward, onClose }: ConvertDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const onSettled = useMiningChanged();
  const [quote, setQuote] = useState<SwapQuoteRow | null>(null);
  const { coin } = reward;
  const act = useActForm<{ readonly amount: TypedNumber }, SwapQuoteRow>({
    defaultValues: { amount: '' },
    beside: { coin },
    places: {
      AMOUNT_INVALID: 'amount',
      AMOUNT_TOO_LARGE: 'amount',
      MINING_REWARDS: 'amount',
      SWAP_AMOUNT: 'amount',
    },
    send: ({ amount }, sending) => client.call('quoteMiningConversion', { body: { amount } }, sending),
    onDone: (next) => setQuote(next),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('defi.convert.title', { coin })}
      description={text('defi.convert.text')}
    >
      <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
        <AmountField
          act={act}
          label={text('defi.amount')}
          coin={coin}
          disabled={quote !== null}
          most={{ text: text('defi.max'), amount: trimFigure(reward.amount, 0) }}
          description={text('defi.rewards.there', { amount: format.quantity(reward.amount), coin })}
        />
        {quote === null && (
          <>
            <Button type="submit" className="self-start" loading={act.isPending}>
              {text('swap.ask')}
            </Button>
            <ActMessage phase={act.phase} error={act.error} />
          </>
        )}
      </form>
      {quote !== null && (
        <QuoteCard
          key={quote.id}
          quote={quote}
          accept={(id, sending) => client.call('convertMining', { body: { id } }, sending)}
          onSettled={onSettled}
          onDone={onClose}
          onLeave={() => setQuote(null)}
          onAgain={() => {
            setQuote(null);
            act.submit();
          }}
        />
      )}
    </Dialog>
  );
}
