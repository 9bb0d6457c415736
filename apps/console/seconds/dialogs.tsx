import type { OperatorSeconds } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { Checkbox, FormField, NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { AmountField } from '../shell/amount-field.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ReasonDialog } from '../shell/reason-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { SECONDS_KEY, type SecondsAct, type SecondsMarket } from './words.ts';

const AMOUNT_DECIMALS = 8;

interface DialogProps {
  readonly data: OperatorSeconds;
  readonly onClose: () => void;
}

interface MarketDialogProps extends DialogProps {
  /** Null for all markets together. */
  readonly market: SecondsMarket | null;
}

/** State and actions shared by all dialogs of this desk. */
function useShared(onClose: () => void) {
  const { client } = useConsole();
  const text = useText();
  const shared = { queryKey: SECONDS_KEY, onClose, done: text('console.shell.proposed') };
  return { client, text, shared };
}

interface CapValues extends WithReason {
  readonly cap: TypedNumber;
}

function CapDialog({ market, data, onClose }: MarketDialogProps) {
  const { client, text, shared } = useShared(onClose);
  const act = useOperatorForm<CapValues>({
    ...shared,
    defaultValues: { cap: (market ?? data.all).cap },
    send: (body, sending) =>
      client.call('changeSecondsCap', { params: { symbolId: String(market?.symbolId ?? 0) }, body }, sending),
  });
  const cap = text('console.seconds.cap');
  return (
    <OperatorDialog
      act={act}
      title={market === null ? text('console.seconds.capAll') : `${market.symbol_name} · ${cap}`}
      explain={text('console.seconds.explainCap')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="cap">
        {(field) => <NumberField {...field} label={cap} decimals={AMOUNT_DECIMALS} unit={data.coin ?? ''} />}
      </FormField>
    </OperatorDialog>
  );
}

interface UserCapValues extends CapValues {
  readonly unbounded: boolean;
}

function UserCapDialog({ data, onClose }: DialogProps) {
  const { client, text, shared } = useShared(onClose);
  const act = useOperatorForm<UserCapValues>({
    ...shared,
    defaultValues: { cap: data.userCap ?? '', unbounded: data.userCap === null },
    send: ({ cap, unbounded, reason }, sending) =>
      client.call('setSecondsUserCap', { body: { cap: unbounded ? null : cap, reason } }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.seconds.userCap')}
      explain={text('console.seconds.explainUserCap')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="unbounded">
        {({ value, onValueChange }) => (
          <Checkbox checked={value} onCheckedChange={onValueChange}>
            {text('console.seconds.unbounded')}
          </Checkbox>
        )}
      </FormField>
      {!act.form.watch('unbounded') && (
        <FormField act={act} name="cap">
          {(field) => (
            <NumberField
              {...field}
              label={text('console.seconds.userCap')}
              decimals={AMOUNT_DECIMALS}
              unit={data.coin ?? ''}
            />
          )}
        </FormField>
      )}
    </OperatorDialog>
  );
}

function StateDialog({ market, data, onClose }: MarketDialogProps) {
  const intl = useIntl();
  const { client } = useConsole();
  const text = useText();
  const halted = market === null ? data.haltReason !== null : market.state === 'halted';
  const label = text(`console.seconds.${halted ? 'reopen' : 'halt'}${market === null ? 'All' : ''}`);
  const haltReason = market === null ? data.haltReason : market.stateReason;
  return (
    <ReasonDialog
      queryKey={SECONDS_KEY}
      title={market === null ? label : `${market.symbol_name} · ${label}`}
      explain={text(halted ? 'console.seconds.explainReopen' : 'console.seconds.explainState')}
      submit={label}
      readers="users"
      done={text('console.seconds.done')}
      send={({ reason }, sending) =>
        client.call(
          'setSecondsState',
          {
            params: { symbolId: String(market?.symbolId ?? 0) },
            body: { state: halted ? 'trading' : 'halted', reason },
          },
          sending,
        )
      }
      onClose={onClose}
    >
      {halted && (
        <p className="text-14 wrap-anywhere">
          {intl.formatMessage({ id: 'console.seconds.haltedFor' }, { reason: haltReason })}
        </p>
      )}
    </ReasonDialog>
  );
}

type Source = OperatorSeconds['sources'][number]['source'];

interface PoolValues extends WithReason {
  readonly amount: TypedNumber;
  readonly source: Source;
}

function PoolDialog({ data, onClose }: DialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const { client, text, shared } = useShared(onClose);
  const act = useOperatorForm<PoolValues>({
    ...shared,
    defaultValues: { amount: '', source: data.sources[0]?.source ?? 'house' },
    send: (body, sending) => client.call('addToSecondsPool', { body }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.seconds.addToPool')}
      explain={text('console.seconds.explainPool')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="source">
        {(field) => (
          <Select
            {...field}
            label={text('console.seconds.source')}
            options={data.sources.map((each) => ({
              value: each.source,
              label: intl.formatMessage(
                { id: `console.seconds.source.${each.source}` },
                { amount: `${format.quantity(each.available)} ${data.coin ?? ''}` },
              ),
            }))}
          />
        )}
      </FormField>
      <AmountField act={act} name="amount" label={text('console.seconds.amount')} unit={data.coin ?? ''} />
    </OperatorDialog>
  );
}

/** The dialog of an act. */
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
