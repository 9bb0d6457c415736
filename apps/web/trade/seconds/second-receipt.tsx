import type { SecondRow } from '@candor/contract';
import { checkSecondContract, firstWrongStep, readSignedTicket, sameTicket } from '@candor/proofs';
import { CopyReceipt, Detail, DetailList, ReceiptStub, useFormatters } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useMarketNames } from '../orders/market-names.ts';
import { receiptFigure } from './receipt-figure.ts';
import { periodText, resultText } from './second-words.ts';
import { useSecondReceipt, useTicketKey } from './use-seconds.ts';

const NUMBERED = /^closeIndex(\d)$/;
/** The results that a step may state, which have words of their own. */
const RESULTS = new Set(['won', 'lost', 'even', 'void', 'unknown']);

/** The stub of a contract that is over: this browser recomputes it from the ticks' raw quotes and checks the signature. */
export function SecondReceiptStub({ contract }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const { data: told, isError } = useSecondReceipt(contract.id);
  const key = useTicketKey().data;
  const { priceDecimals } = useMarketNames()(contract.symbol);
  const receipt = told?.receipt ?? null;
  const check = useMemo(() => (receipt === null ? null : checkSecondContract(receipt)), [receipt]);
  const signature = useQuery({
    queryKey: ['seconds', 'signature', contract.id, told?.ticket, key?.kid],
    queryFn: async () => {
      const ticket = await readSignedTicket(told!.ticket, key!);
      return ticket !== null && sameTicket(ticket, receipt!.ticket);
    },
    enabled: receipt !== null && key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const stepName = (name: string) => {
    if (name === 'breakEven') return text('trade.sec.breakEven');
    const number = NUMBERED.exec(name)?.[1];
    return number === undefined
      ? text(`trade.sec.receipt.step.${name}`)
      : text('trade.sec.receipt.step.closeIndex', { number });
  };
  const figure = (name: string, value: string) =>
    RESULTS.has(value)
      ? text(`trade.sec.result.${value}`)
      : receiptFigure(format, name, value, { coin: contract.coin, priceDecimals });
  const wrong = check === null ? null : firstWrongStep(check);
  const failed = isError || (check !== null && !check.ok) || signature === false;
  const state = failed ? 'failed' : check === null || signature === undefined ? 'verifying' : 'verified';
  const lines: { readonly name: string; readonly value: string; readonly strong?: boolean }[] = [
    { name: text('trade.orders.market'), value: contract.symbol_name },
    {
      name: text('trade.sec.direction'),
      value: `${text(`trade.sec.${contract.side}`)} · ${periodText(intl, contract.periodSeconds)}`,
    },
    { name: text('trade.sec.result'), value: resultText(intl, contract), strong: true },
    ...(check?.steps ?? []).map((step) => ({
      name: stepName(step.name),
      value: step.ok
        ? figure(step.name, step.stated)
        : `${figure(step.name, step.stated)} ≠ ${figure(step.name, step.recomputed)}`,
    })),
    ...(told?.judgement == null
      ? []
      : [
          {
            name: text('trade.sec.receipt.judged'),
            value: figure('wouldHave', told.judgement.wouldHave),
          },
        ]),
    {
      name: text('trade.sec.receipt.ticket'),
      value: text(
        signature === undefined
          ? 'ui.receipt.verifying'
          : `trade.sec.receipt.${signature ? 'ticketOk' : 'ticketBad'}`,
      ),
    },
    { name: text('trade.receipt.counterparty'), value: text('trade.sec.receipt.pool') },
    { name: text('trade.receipt.seq'), value: String(contract.seq) },
  ];
  const title = text('trade.sec.receipt.title', { number: String(contract.id) });
  const copied = [
    title,
    ...lines.map(({ name, value }) => `${name}: ${value}`),
    text('trade.sec.receipt.formula'),
  ].join('\n');
  return (
    <ReceiptStub
      state={state}
      practice={contract.simulated}
      detailsTitle={title}
      details={
        <div className="flex flex-col gap-4">
          {wrong !== null && (
            <p role="alert" className="text-13 text-warn">
              {text('trade.sec.receipt.wrong', { step: stepName(wrong.name) })}
            </p>
          )}
          <DetailList ruled>
            {lines.map(({ name, value, strong = false }) => (
              <Detail key={name} label={name} strong={strong} wraps>
                {value}
              </Detail>
            ))}
          </DetailList>
          <p className="text-13 text-ink-2">{text('trade.sec.receipt.formula')}</p>
          <CopyReceipt text={copied} json={told} />
          {contract.simulated && <p className="text-13 text-ink-3">{text('trade.sec.simulated')}</p>}
        </div>
      }
    />
  );
}
