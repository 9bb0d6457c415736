import type { OperatorSeconds } from '@candor/contract';
import { isPositiveNumber, isRefusedNumber } from '@candor/i18n';
import { Checkbox, NumberField, Select, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { ActDialog } from './act-dialog.tsx';
import { SECONDS_KEY, type SecondsMarket } from './seconds-words.ts';
import { TermsDialog } from './terms-dialog.tsx';

/** What an operator is about to do; `market` null is all markets together. */
export type SecondsAct =
  | { readonly kind: 'terms'; readonly market: SecondsMarket }
  | { readonly kind: 'cap' | 'state'; readonly market: SecondsMarket | null }
  | { readonly kind: 'userCap' | 'pool' };

const AMOUNT_DECIMALS = 8;

interface DialogProps {
  readonly data: OperatorSeconds;
  readonly onClose: () => void;
}

/** What all dialogs of this screen share. */
function useShared(onClose: () => void) {
  const intl = useIntl();
  const { client } = useConsole();
  const text = (id: string) => intl.formatMessage({ id });
  const shared = {
    submitLabel: text('console.seconds.submit'),
    doneText: text('console.seconds.done'),
    queryKey: SECONDS_KEY,
    onClose,
  };
  return { client, text, shared };
}

function CapDialog({ market, data, onClose }: DialogProps & { readonly market: SecondsMarket | null }) {
  const { client, text, shared } = useShared(onClose);
  const [cap, setCap] = useState((market ?? data.all).cap);
  const params = { symbolId: String(market?.symbolId ?? 0) };
  return (
    <ActDialog
      {...shared}
      title={
        market === null
          ? text('console.seconds.capAll')
          : `${market.symbol_name} · ${text('console.seconds.cap')}`
      }
      explain={text('console.seconds.explainCap')}
      ready={cap !== '' && !isRefusedNumber(cap)}
      act={(reason) => client.call('changeSecondsCap', { params, body: { cap, reason } })}
    >
      <NumberField
        label={text('console.seconds.cap')}
        value={cap}
        onValueChange={setCap}
        decimals={AMOUNT_DECIMALS}
        unit={data.coin ?? ''}
      />
    </ActDialog>
  );
}

function UserCapDialog({ data, onClose }: DialogProps) {
  const { client, text, shared } = useShared(onClose);
  const [cap, setCap] = useState(data.userCap ?? '');
  const [unbounded, setUnbounded] = useState(data.userCap === null);
  return (
    <ActDialog
      {...shared}
      title={text('console.seconds.userCap')}
      explain={text('console.seconds.explainUserCap')}
      ready={unbounded || (cap !== '' && !isRefusedNumber(cap))}
      act={(reason) => client.call('setSecondsUserCap', { body: { cap: unbounded ? null : cap, reason } })}
    >
      <Checkbox checked={unbounded} onCheckedChange={setUnbounded}>
        {text('console.seconds.unbounded')}
      </Checkbox>
      {!unbounded && (
        <NumberField
          label={text('console.seconds.userCap')}
          value={cap}
          onValueChange={setCap}
          decimals={AMOUNT_DECIMALS}
          unit={data.coin ?? ''}
        />
      )}
    </ActDialog>
  );
}

function StateDialog({ market, data, onClose }: DialogProps & { readonly market: SecondsMarket | null }) {
  const intl = useIntl();
  const { client, text, shared } = useShared(onClose);
  const halted = market === null ? data.haltReason !== null : market.state === 'halted';
  const label = text(`console.seconds.${halted ? 'reopen' : 'halt'}${market === null ? 'All' : ''}`);
  const params = { symbolId: String(market?.symbolId ?? 0) };
  const haltReason = market === null ? data.haltReason : market.stateReason;
  return (
    <ActDialog
      {...shared}
      submitLabel={label}
      title={market === null ? label : `${market.symbol_name} · ${label}`}
      explain={text(halted ? 'console.seconds.explainReopen' : 'console.seconds.explainState')}
      ready
      act={(reason) =>
        client.call('setSecondsState', { params, body: { state: halted ? 'trading' : 'halted', reason } })
      }
    >
      {halted && (
        <p className="text-14 wrap-anywhere">
          {intl.formatMessage({ id: 'console.seconds.haltedFor' }, { reason: haltReason })}
        </p>
      )}
    </ActDialog>
  );
}

function PoolDialog({ data, onClose }: DialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const { client, text, shared } = useShared(onClose);
  const [amount, setAmount] = useState('');
  const [source, setSource] = useState(data.sources[0]!.source);
  return (
    <ActDialog
      {...shared}
      submitLabel={text('console.seconds.addToPool')}
      title={text('console.seconds.addToPool')}
      explain={text('console.seconds.explainPool')}
      ready={isPositiveNumber(amount)}
      act={(reason) => client.call('addToSecondsPool', { body: { amount, source, reason } })}
    >
      <Select
        label={text('console.seconds.source')}
        value={source}
        onValueChange={setSource}
        options={data.sources.map((each) => ({
          value: each.source,
          label: intl.formatMessage(
            { id: `console.seconds.source.${each.source}` },
            { amount: `${format.quantity(each.available)} ${data.coin ?? ''}` },
          ),
        }))}
      />
      <NumberField
        label={text('console.seconds.amount')}
        value={amount}
        onValueChange={setAmount}
        decimals={AMOUNT_DECIMALS}
        unit={data.coin ?? ''}
      />
    </ActDialog>
  );
}

/** The window of an act. */
export function SecondsDialog({ act, ...props }: DialogProps & { readonly act: SecondsAct }) {
  switch (act.kind) {
    case 'terms':
      return <TermsDialog market={act.market} {...props} />;
    case 'cap':
      return <CapDialog market={act.market} {...props} />;
    case 'state':
      return <StateDialog market={act.market} {...props} />;
    case 'userCap':
      return <UserCapDialog {...props} />;
    case 'pool':
      return <PoolDialog {...props} />;
  }
}
