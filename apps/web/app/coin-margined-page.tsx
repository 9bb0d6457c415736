import { buttonClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { entrustPaths } from './order-centre.tsx';

/** In place of orders in coin-margined contracts: says that there are none, and leads to those that there are. */
export function CoinMarginedPage() {
  const text = useText();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col items-start gap-4 px-4 py-16 sm:px-5 sm:py-24">
      <h1 className="text-28 font-semibold">{text('trade.coinMargined.title')}</h1>
      <p className="max-w-140 text-16 text-ink-2">{text('trade.coinMargined.text')}</p>
      <Link to={entrustPaths.usta} className={buttonClass('primary')}>
        {text('trade.coinMargined.link')}
      </Link>
    </div>
  );
}
