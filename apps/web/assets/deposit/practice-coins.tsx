import {
  ActMessage,
  Button,
  SegmentedControl,
  TextField,
  toasts,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys, useClient } from '../../data/index.ts';

/** A round amount of each coin, well above the minimum. */
const AMOUNTS: Readonly<Record<string, string>> = { USDT: '1000', ETH: '0.5' };

/** True for a coin that the practice chain pays out; others are mined by whoever runs their node. */
export const hasPracticeCoins = (coin: string): boolean => Object.hasOwn(AMOUNTS, coin);

/** Sends practice coins over the practice chain, to the user's own deposit address or to a wallet outside. */
export function PracticeCoins({ coin }: { readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const [to, setTo] = useState<'own' | 'other'>('own');
  const [address, setAddress] = useState('');
  const amount = AMOUNTS[coin] ?? '1';
  const shown = { amount: format.quantity(amount), coin };
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) =>
      client.call(
        'takePracticeCoins',
        { body: { coin, amount, ...(to === 'own' ? {} : { address: address.trim() }) } },
        sending,
      ),
    onSuccess: () => toasts.success(text('deposit.practice.sent', shown)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.deposits }),
  });
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-16 font-semibold">{text('deposit.practice.title')}</h2>
      <p className="text-13 text-ink-2">{text('deposit.practice.text')}</p>
      <SegmentedControl
        label={text('deposit.practice.to')}
        value={to}
        onValueChange={setTo}
        segments={[
          { value: 'own', label: text('deposit.practice.toOwn') },
          { value: 'other', label: text('deposit.practice.toOther') },
        ]}
      />
      {to === 'other' && (
        <TextField
          label={text('deposit.practice.otherAddress')}
          value={address}
          onValueChange={setAddress}
          autoComplete="off"
        />
      )}
      <Button
        className="self-start"
        loading={act.isPending}
        disabled={to === 'other' && address.trim() === ''}
        onClick={() => act.mutate(undefined)}
      >
        {text('deposit.practice.send', shown)}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </div>
  );
}
