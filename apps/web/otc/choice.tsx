import type { OtcBoard, OtcMethod } from '@candor/api';
import { CoinIcon, cx, SegmentedControl, Select, useText } from '@candor/ui';
import { type OtcSearch, type OtcTakerSide, otcTakerSides } from './search.ts';
import { useOtcWords } from './use-words.ts';

const ALL = 'all';

/** Everything that a search leaves open, filled from the published terms. */
export interface OtcChoice {
  readonly side: OtcTakerSide;
  readonly coin: string;
  readonly currency: string;
  readonly method: OtcMethod | undefined;
  readonly total: string | undefined;
}

/** Returns what is traded: the search, and the first coin and currency where it names none that there is. */
export function choiceOf(search: OtcSearch, board: OtcBoard): OtcChoice | null {
  const { side = 'buy', method, total } = search;
  const coin = board.coins.find((each) => each === search.coin) ?? board.coins[0];
  const currency =
    board.currencies.find((each) => each.currency === search.currency)?.currency ??
    board.currencies[0]?.currency;
  if (board.terms === null || coin === undefined || currency === undefined) return null;
  const isOpen = board.methods.some((each) => each.method === method && each.isOpen);
  return { side, coin, currency, method: isOpen ? method : undefined, total };
}

interface SideProps {
  readonly side: OtcTakerSide;
  readonly onChange: (side: OtcTakerSide) => void;
  readonly className?: string;
}

/** The choice between buying and selling. */
export function SideChoice({ side, onChange, className }: SideProps) {
  const text = useText();
  return (
    <SegmentedControl<OtcTakerSide>
      label={text('otc.side')}
      value={side}
      onValueChange={onChange}
      segments={otcTakerSides.map((value) => ({
        value,
        label: text(`otc.side.${value}`),
        tone: value === 'buy' ? 'up' : 'down',
      }))}
      {...(className === undefined ? {} : { className })}
    />
  );
}

interface CoinsProps {
  readonly coins: readonly string[];
  readonly coin: string;
  readonly onChange: (coin: string) => void;
}

/** The coins in a row, each a button. */
export function CoinChoice({ coins, coin, onChange }: CoinsProps) {
  const text = useText();
  return (
    <fieldset
      aria-label={text('otc.coin')}
      className="flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]"
    >
      {coins.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === coin}
          onClick={() => onChange(each)}
          className={cx(
            'flex h-9 shrink-0 items-center gap-2 rounded-base px-3 text-14 font-medium transition-colors focus-visible:-outline-offset-2 touch:h-11',
            each === coin ? 'bg-wash text-ink' : 'text-ink-2 hover:bg-ground hover:text-ink',
          )}
        >
          <CoinIcon coin={each} size="small" />
          {each}
        </button>
      ))}
    </fieldset>
  );
}

interface MethodChoiceProps {
  readonly board: OtcBoard;
  readonly method: OtcMethod | undefined;
  readonly onChange: (method: OtcMethod | undefined) => void;
  readonly className?: string;
}

/** The payment method, or any. */
export function MethodChoice({ board, method, onChange, className }: MethodChoiceProps) {
  const text = useText();
  const words = useOtcWords();
  const open = board.methods.filter(({ isOpen }) => isOpen);
  return (
    <Select<OtcMethod | typeof ALL>
      label={text('otc.method')}
      value={method ?? ALL}
      onValueChange={(next) => onChange(next === ALL ? undefined : next)}
      options={[
        { value: ALL, label: text('otc.method.all') },
        ...open.map((each) => ({ value: each.method, label: words.method(each.method) })),
      ]}
      {...(className === undefined ? {} : { className })}
    />
  );
}

interface CurrencyChoiceProps {
  readonly board: OtcBoard;
  readonly currency: string;
  readonly onChange: (currency: string) => void;
  readonly className?: string;
}

/** The currency that is paid in. */
export function CurrencyChoice({ board, currency, onChange, className }: CurrencyChoiceProps) {
  const text = useText();
  return (
    <Select
      label={text('otc.currency')}
      value={currency}
      onValueChange={onChange}
      options={board.currencies.map((each) => ({ value: each.currency, label: each.currency }))}
      {...(className === undefined ? {} : { className })}
    />
  );
}
