import { Detail, DetailList, Dialog, ErrorState, ReceiptTick, Skeleton, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { useHouse } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';
import { bookParts, type CheckedSums, checkSums, isInUse } from './books.ts';

const SHOWN = 7;

function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-6)}`;
}

/** One asset's sums as a stub: the tick is this browser's own addition, and opens into it. */
function SumStub({ checked, practice, seq }: { checked: CheckedSums; practice: boolean; seq: number }) {
  const formatters = useFormatters();
  const [open, setOpen] = useState(false);
  const { stated, added, balances } = checked;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex w-full flex-wrap items-baseline gap-x-2 px-4 py-2.5 text-start text-13 transition-colors hover:bg-ground touch:py-3"
      >
        <ReceiptTick state={balances ? 'verified' : 'failed'} practice={practice} />
        <span className="grow whitespace-nowrap">
          <span className="font-medium">{stated.coin}</span>{' '}
          <span className="text-ink-3">
            <FormattedMessage id={balances ? 'home.books.sumsToZero' : 'home.books.doesNotSum'} />
          </span>
        </span>
        <span className="figure ms-auto">
          <span className="text-ink-3">
            <FormattedMessage id="home.books.usersShort" />
          </span>{' '}
          {formatters.quantity(stated.users)}
        </span>
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<FormattedMessage id="home.books.proofTitle" values={{ coin: stated.coin }} />}
        description={<FormattedMessage id="home.books.proofText" values={{ seq: String(seq) }} />}
      >
        <DetailList ruled>
          {bookParts.map((part) => (
            <Detail key={part} label={<FormattedMessage id={`home.books.part.${part}`} />}>
              {formatters.quantity(stated[part])}
            </Detail>
          ))}
          <Detail label={<FormattedMessage id="home.books.added" />} strong>
            {formatters.quantity(added)}
          </Detail>
        </DetailList>
        {practice && (
          <p className="pt-4 text-13 text-ink-3">
            <FormattedMessage id="home.books.practiceNote" />
          </p>
        )}
      </Dialog>
    </>
  );
}

/** The public sums of the ledger, added up by the visitor's own browser. */
export function BooksPanel() {
  const intl = useIntl();
  const { data: house, error, refetch, isFetching } = useHouse();

  if (house === undefined && error !== null) {
    return (
      <section className="rounded-base border">
        <ErrorState
          title={<FormattedMessage id="home.books.notLoaded" />}
          text={wordsOf(intl, error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </section>
    );
  }

  const practice = house?.mode === 'practice';
  const inUse = quoteFirst(house?.assets ?? [])
    .filter(isInUse)
    .map(checkSums);
  return (
    <section aria-labelledby="books-title" className="rounded-base border">
      <div className="flex items-baseline justify-between gap-4 border-b px-4 py-3">
        <h2 id="books-title" className="text-14 font-semibold">
          <FormattedMessage id="home.books.title" />
        </h2>
        {house === undefined ? (
          <Skeleton className="h-3 w-32" />
        ) : (
          <p className="figure text-12 text-ink-3">
            <FormattedMessage
              id="home.books.head"
              values={{ seq: String(house.journalSeq), hash: shortHash(house.headHash) }}
            />
          </p>
        )}
      </div>
      <ul className="divide-y divide-dashed">
        {house === undefined &&
          Array.from({ length: SHOWN }, (_, index) => (
            <li key={index} className="px-4 py-3.5">
              <Skeleton className="h-3 w-full" />
            </li>
          ))}
        {house !== undefined &&
          inUse.slice(0, SHOWN).map((checked) => (
            <li key={checked.stated.coin}>
              <SumStub checked={checked} practice={practice} seq={house.journalSeq} />
            </li>
          ))}
        {inUse.length > SHOWN && (
          <li className="flex items-baseline gap-2 px-4 py-2.5 text-13 text-ink-3">
            <ReceiptTick
              state={inUse.every((checked) => checked.balances) ? 'verified' : 'failed'}
              practice={practice}
            />
            <FormattedMessage
              id={
                inUse.every((checked) => checked.balances) ? 'home.books.moreBalance' : 'home.books.moreFail'
              }
              values={{ count: inUse.length - SHOWN }}
            />
          </li>
        )}
      </ul>
      <p className="border-t px-4 py-3 text-12 text-ink-3">
        <FormattedMessage id="home.books.text" />
      </p>
    </section>
  );
}
