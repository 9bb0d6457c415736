import type { OtcBoard, OtcOfferRow } from '@candor/api';
import { decimalOf, type TypedNumber } from '@candor/i18n';
import { Loaded, NumberField, SkeletonText, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CoinChoice, CurrencyChoice, choiceOf, MethodChoice, type OtcChoice, SideChoice } from './choice.tsx';
import { OtcClosed } from './closed.tsx';
import { OtcPage } from './head.tsx';
import { OffersTable } from './offers-table.tsx';
import { OtcRules } from './rules.tsx';
import type { OtcSearch } from './search.ts';
import { TakeDialog } from './take-dialog.tsx';
import { useOtcOffers, useOtcTerms } from './use-otc.ts';

const route = getRouteApi('/shell/otc/common');
const TYPING_MS = 350;

/** Offers of merchants, by side, coin, currency, payment method and sum; the address holds the choice. */
export function OtcMarketPage() {
  const text = useText();
  const query = useOtcTerms();
  return (
    <OtcPage current="common" title={text('otc.title')} line={text('otc.line')}>
      <Loaded
        query={query}
        data={query.data}
        skeleton={<SkeletonText lines={8} />}
        failedTitle={text('otc.offers.failed')}
      >
        {(board) => <Market board={board} />}
      </Loaded>
    </OtcPage>
  );
}

function Market({ board }: { readonly board: OtcBoard }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [taken, setTaken] = useState<OtcOfferRow | null>(null);
  const last = useRef<OtcOfferRow>(null);
  const choice = choiceOf(search, board);
  const query = useOtcOffers(choice);
  if (choice === null) return <OtcClosed />;
  const show = (change: Partial<Record<keyof OtcSearch, string | undefined>>) => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined),
    );
    void navigate({ search: next as OtcSearch, replace: true, resetScroll: false });
  };
  const now = query.data?.offers.find(({ offerId }) => offerId === taken?.offerId);
  if (now !== undefined) last.current = now;
  return (
    <>
      <Filters board={board} choice={choice} onShow={show} />
      <OffersTable offers={query.data?.offers ?? null} query={query} side={choice.side} onTake={setTaken} />
      <OtcRules board={board} />
      {taken !== null && (
        <TakeDialog
          offer={last.current?.offerId === taken.offerId ? last.current : taken}
          isUnlisted={query.data !== undefined && now === undefined}
          read={taken}
          side={choice.side}
          board={board}
          total={choice.total ?? ''}
          onClose={() => setTaken(null)}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly board: OtcBoard;
  readonly choice: OtcChoice;
  readonly onShow: (change: Partial<Record<keyof OtcSearch, string | undefined>>) => void;
}

function Filters({ board, choice, onShow }: FiltersProps) {
  const { side, coin, currency, method } = choice;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SideChoice side={side} onChange={(next) => onShow({ side: next })} className="w-48 max-sm:w-full" />
        <CoinChoice coins={board.coins} coin={coin} onChange={(next) => onShow({ coin: next })} />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <SumField choice={choice} onShow={onShow} />
        <CurrencyChoice
          board={board}
          currency={currency}
          onChange={(next) => onShow({ currency: next })}
          className="sm:w-36"
        />
        <MethodChoice
          board={board}
          method={method}
          onChange={(next) => onShow({ method: next })}
          className="sm:w-48"
        />
      </div>
    </section>
  );
}

/** The sum that somebody wants to trade; the offers follow once the typing rests. */
function SumField({ choice, onShow }: Omit<FiltersProps, 'board'>) {
  const text = useText();
  const { total = '', currency } = choice;
  const [typed, setTyped] = useState<TypedNumber>(total);
  useEffect(() => {
    const sum = decimalOf(typed);
    if (sum === total) return;
    const timer = setTimeout(() => onShow({ total: sum === '' ? undefined : sum }), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <NumberField
      label={text('otc.sum')}
      value={typed}
      onValueChange={setTyped}
      decimals={2}
      unit={currency}
      className="max-sm:col-span-2 sm:w-56"
    />
  );
}
