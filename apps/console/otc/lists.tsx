import { type OperatorOtc, OTC_METHODS, type OtcMethod } from '@candor/api';
import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import {
  Badge,
  Button,
  Checkbox,
  DataTable,
  FormField,
  NumberField,
  TextField,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { Section } from '../shell/section.tsx';
import { OTC_KEY, useOtcWords } from './words.ts';

type Currency = OperatorOtc['currencies'][number];
type Method = OperatorOtc['methods'][number];

const RATE_DIGITS = 6;
const MINUTE_MS = 60_000;
const CODE = /^[A-Z]{3}$/;

interface ListProps {
  readonly data: OperatorOtc;
}

/** Currencies with their reference rates. A rate bounds prices and moves none. */
export function Currencies({ data }: ListProps) {
  const text = useText();
  const format = useFormatters();
  const [changed, setChanged] = useState<Currency | 'new' | null>(null);
  return (
    <Section title={text('console.otc.currencies')}>
      <DataTable<Currency>
        label={text('console.otc.currencies')}
        density="roomy"
        rows={data.currencies}
        rowKey={({ currency }) => currency}
        emptyTitle={text('console.otc.noCurrencies')}
        columns={[
          { head: 'console.otc.currency', card: 'title', cell: ({ currency }) => currency },
          { head: 'console.otc.rate', kind: 'figure', cell: ({ rate }) => format.quantity(rate) },
          {
            head: 'console.otc.scale',
            kind: 'figure',
            quiet: true,
            cell: ({ scale }) => format.count(scale),
          },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: (row) => (
              <Button
                variant="plain"
                size="small"
                aria-label={`${row.currency}: ${text('console.otc.rate.change')}`}
                onClick={() => setChanged(row)}
              >
                {text('console.otc.rate.change')}
              </Button>
            ),
          },
        ]}
      />
      <Button variant="quiet" className="self-start" onClick={() => setChanged('new')}>
        {text('console.otc.currency.add')}
      </Button>
      {changed !== null && (
        <CurrencyDialog row={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />
      )}
    </Section>
  );
}

interface CurrencyValues extends WithReason {
  readonly currency: string;
  readonly scale: TypedNumber;
  readonly rate: TypedNumber;
}

function CurrencyDialog({ row, onClose }: { readonly row: Currency | null; readonly onClose: () => void }) {
  const text = useText();
  const { client } = useConsole();
  const act = useOperatorForm<CurrencyValues>({
    defaultValues: { currency: row?.currency ?? '', scale: String(row?.scale ?? 2), rate: row?.rate ?? '' },
    send: ({ currency, scale, rate, reason }, sending) =>
      client.call('setOtcCurrency', { body: { currency, scale: Number(scale), rate, reason } }, sending),
    done: text('console.shell.proposed'),
    queryKey: OTC_KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={
        row === null
          ? text('console.otc.currency.add')
          : `${row.currency} · ${text('console.otc.rate.change')}`
      }
      explain={text('console.otc.rate.explain')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      {row === null && (
        <>
          <FormField
            act={act}
            name="currency"
            prompt="console.otc.currency.first"
            check={(code) => (CODE.test(code) ? null : text('console.otc.currency.first'))}
          >
            {(field) => <TextField {...field} label={text('console.otc.currency')} maxLength={3} />}
          </FormField>
          <FormField act={act} name="scale">
            {(field) => <NumberField {...field} label={text('console.otc.scale')} decimals={0} />}
          </FormField>
        </>
      )}
      <FormField
        act={act}
        name="rate"
        check={(rate) => (isPositiveNumber(rate) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => <NumberField {...field} label={text('console.otc.rate')} decimals={RATE_DIGITS} />}
      </FormField>
    </OperatorDialog>
  );
}

/** Payment methods: how long each may take, and whether new orders may use it. */
export function Methods({ data }: ListProps) {
  const text = useText();
  const words = useOtcWords();
  const [changed, setChanged] = useState<OtcMethod | null>(null);
  const rows = OTC_METHODS.map(
    (method): Method =>
      data.methods.find((each) => each.method === method) ?? {
        method,
        appealAfterMs: 15 * MINUTE_MS,
        isOpen: false,
      },
  );
  const row = rows.find(({ method }) => method === changed);
  return (
    <Section title={text('console.otc.methods')}>
      <DataTable<Method>
        label={text('console.otc.methods')}
        density="roomy"
        rows={rows}
        rowKey={({ method }) => method}
        emptyTitle={text('console.otc.methods')}
        columns={[
          { head: 'console.otc.method', card: 'title', cell: ({ method }) => words.method(method) },
          {
            head: 'console.otc.appealAfter',
            kind: 'figure',
            cell: ({ appealAfterMs }) => words.span(appealAfterMs),
          },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: ({ isOpen }) => (
              <Badge tone={isOpen ? 'neutral' : 'warn'}>
                {text(`console.otc.state.${isOpen ? 'open' : 'closed'}`)}
              </Badge>
            ),
          },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: ({ method }) => (
              <Button
                variant="plain"
                size="small"
                aria-label={`${words.method(method)}: ${text('console.otc.method.change')}`}
                onClick={() => setChanged(method)}
              >
                {text('console.otc.method.change')}
              </Button>
            ),
          },
        ]}
      />
      {row !== undefined && <MethodDialog row={row} onClose={() => setChanged(null)} />}
    </Section>
  );
}

interface MethodValues extends WithReason {
  readonly minutes: TypedNumber;
  readonly isOpen: boolean;
}

function MethodDialog({ row, onClose }: { readonly row: Method; readonly onClose: () => void }) {
  const text = useText();
  const words = useOtcWords();
  const { client } = useConsole();
  const { method } = row;
  const act = useOperatorForm<MethodValues>({
    defaultValues: { minutes: String(row.appealAfterMs / MINUTE_MS), isOpen: row.isOpen },
    send: ({ minutes, isOpen, reason }, sending) =>
      client.call(
        'setOtcMethod',
        { body: { method, appealAfterMs: Math.round(Number(minutes) * MINUTE_MS), isOpen, reason } },
        sending,
      ),
    done: text('console.shell.proposed'),
    queryKey: OTC_KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={words.method(method)}
      explain={text('console.otc.method.explain')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField
        act={act}
        name="minutes"
        check={(typed) => (isPositiveNumber(typed) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <NumberField
            {...field}
            label={text('console.otc.appealAfter')}
            decimals={0}
            unit={text('console.otc.minutesUnit')}
          />
        )}
      </FormField>
      <FormField act={act} name="isOpen" required={false}>
        {({ value, onValueChange }) => (
          <Checkbox checked={value} onCheckedChange={onValueChange}>
            {text('console.otc.method.open')}
          </Checkbox>
        )}
      </FormField>
    </OperatorDialog>
  );
}
