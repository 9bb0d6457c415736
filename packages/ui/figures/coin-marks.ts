import ada from '@web3icons/core/svgs/tokens/mono/ADA.svg.js';
import avax from '@web3icons/core/svgs/tokens/mono/AVAX.svg.js';
import bnb from '@web3icons/core/svgs/tokens/mono/BNB.svg.js';
import btc from '@web3icons/core/svgs/tokens/mono/BTC.svg.js';
import doge from '@web3icons/core/svgs/tokens/mono/DOGE.svg.js';
import dot from '@web3icons/core/svgs/tokens/mono/DOT.svg.js';
import eth from '@web3icons/core/svgs/tokens/mono/ETH.svg.js';
import link from '@web3icons/core/svgs/tokens/mono/LINK.svg.js';
import sol from '@web3icons/core/svgs/tokens/mono/SOL.svg.js';
import usdt from '@web3icons/core/svgs/tokens/mono/USDT.svg.js';
import xrp from '@web3icons/core/svgs/tokens/mono/XRP.svg.js';

export interface CoinMark {
  readonly d: string;
  readonly fillRule: 'evenodd' | 'nonzero';
}

/** The package gives whole SVG texts; only their outlines are taken, so that they follow the page's ink. */
function outlinesOf(svg: string): readonly CoinMark[] {
  return [...svg.matchAll(/<path([^>]*)\/>/g)].flatMap(([, attributes = '']) => {
    const d = / d="([^"]+)"/.exec(attributes)?.[1];
    return d
      ? [{ d, fillRule: attributes.includes('fill-rule="evenodd"') ? 'evenodd' : 'nonzero' } as const]
      : [];
  });
}

/** The marks of the listed coins; each is the sign of its project, the drawings are web3icons' (MIT). */
export const coinMarks: Readonly<Record<string, readonly CoinMark[]>> = {
  ADA: outlinesOf(ada),
  AVAX: outlinesOf(avax),
  BNB: outlinesOf(bnb),
  BTC: outlinesOf(btc),
  DOGE: outlinesOf(doge),
  DOT: outlinesOf(dot),
  ETH: outlinesOf(eth),
  LINK: outlinesOf(link),
  SOL: outlinesOf(sol),
  USDT: outlinesOf(usdt),
  XRP: outlinesOf(xrp),
};
