import type { SecondRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { checkSecondContract, firstWrongStep, readSignedTicket, sameTicket } from '@candor/proofs';
import { CopyReceipt, Detail, DetailList, ReceiptStub, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { JournalPlaceDetails, useJournalWords } from '../common/journal-place.tsx';
import { periodText } from '../common/period-text.ts';
import { useMarketNames } from '../trade/orders/market-names.ts';
import { receiptFigure } from './receipt-figure.ts';
import { resultText } from './second-words.ts';
import { useSecondReceipt, useTicketKey } from './use-seconds.ts';

const NUMBERED = /^closeIndex(\d)$/;
/** The results that a step may state, which have words of their own. */
const RESULTS = new Set(['won', 'lost', 'even', 'void', 'unknown']);

/** Returns whether the ticket's signature holds and covers what the receipt states; undefined until it is checked. */
function useSignature(id: SecondRow['id'], told: ReturnType<typeof useSecondReceipt>['data']) {
  const key = useTicketKey().data;
  const receipt = told?.receipt ?? null;
  return useQuery({
    queryKey: ['seconds', 'signature', id, told?.ticket, key?.kid],
    queryFn: async () => {
      const ticket = await readSignedTicket(told!.ticket, key!);
      return ticket !== null && sameTicket(ticket, receipt!.ticket);
    },
    enabled: receipt !== null && key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** The stub of a contract that is over: this browser recomputes it from the ticks' raw quotes and checks the signature. */
export function SecondReceiptStub({ contract }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const { data: told, isError } = useSecondReceipt(contract.id);
  const { priceDecimals } = useMarketNames()(contract.symbol);
  const receipt = told?.receipt ?? null;
  const check = useMemo(() => (receipt === null ? null : checkSecondContract(receipt)), [receipt]);
  const signature = useSignature(contract.id, told);
  const stepName = (name: string) => {
    if (name === 'breakEven') return text('seconds.breakEven');
    const number = NUMBERED.exec(name)?.[1];
    return number === undefined
      ? text(`seconds.receipt.step.${name}` as MessageId)
      : text('seconds.receipt.step.closeIndex', { number });
  };
  const figure = (name: string, value: string) =>
    RESULTS.has(value)
      ? text(`seconds.result.${value}` as MessageId)
      : receiptFigure(format, name, value, { coin: contract.coin, priceDecimals });
  const wrong = check === null ? null : firstWrongStep(check);
  const failed = isError || (check !== null && !check.ok) || signature === false;
  const state = failed ? 'failed' : check === null || signature === undefined ? 'verifying' : 'verified';
  const lines: { readonly name: string; readonly value: string; readonly strong?: boolean }[] = [
    { name: text('trade.orders.market'), value: contract.symbol_name },
    {
      name: text('seconds.direction'),
      value: `${text(`seconds.${contract.side}`)} · ${periodText(intl, contract.periodSeconds)}`,
    },
    { name: text('seconds.result'), value: resultText(intl, contract), strong: true },
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
            name: text('seconds.receipt.judged'),
            value: figure('wouldHave', told.judgement.wouldHave),
          },
        ]),
    {
      name: text('seconds.receipt.ticket'),
      value: text(
        signature === undefined
          ? 'ui.receipt.verifying'
          : `seconds.receipt.${signature ? 'ticketOk' : 'ticketBad'}`,
      ),
    },
    { name: text('trade.receipt.counterparty'), value: text('seconds.receipt.pool') },
    { name: text('trade.receipt.seq'), value: String(contract.seq) },
  ];
  const title = text('seconds.receipt.title', { number: String(contract.id) });
  const words = useJournalWords();
  const place =
    told === undefined || (told.journal === null && receipt === null) ? null : words(told.journal);
  const copied = [
    title,
    ...lines.map(({ name, value }) => `${name}: ${value}`),
    text('seconds.receipt.formula'),
    ...(place?.copied ?? []),
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
              {text('seconds.receipt.wrong', { step: stepName(wrong.name) })}
            </p>
          )}
          <DetailList ruled>
            {lines.map(({ name, value, strong = false }) => (
              <Detail key={name} label={name} strong={strong} wraps>
                {value}
              </Detail>
            ))}
          </DetailList>
          <p className="text-13 text-ink-2">{text('seconds.receipt.formula')}</p>
          {place !== null && <JournalPlaceDetails words={place} />}
          <CopyReceipt text={copied} json={told} />
          {contract.simulated && <p className="text-13 text-ink-3">{text('seconds.simulated')}</p>}
        </div>
      }
    />
  );
}
