import type { Messages } from '../load-messages.ts';
import type { Locale } from '../locales.ts';
import type { Fault } from './terms.ts';

interface Rule {
  readonly languages: readonly Locale[] | 'all';
  readonly fault: RegExp;
  readonly problem: string;
}

const cjk = '\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';

const rules: readonly Rule[] = [
  { languages: 'all', fault: /[\d}#] %/, problem: 'has a breakable space before %' },
  {
    languages: 'all',
    fault: /[\d}] (?:USDT|BTC|ETH|BNB|ms|s|h|min|с|ч|мин)(?![\p{L}\d])/u,
    problem: 'has a breakable space before a unit',
  },
  { languages: 'all', fault: / {2}|\u00a0 | \u00a0/, problem: 'has two spaces in a row' },
  { languages: 'all', fault: /\.\.\./, problem: 'has three dots for an ellipsis' },
  { languages: 'all', fault: /(?<!\p{L}|<|="|=)['"](?!\p{L}*>)/u, problem: 'has a straight quote' },
  { languages: 'all', fault: /\s[,.](?!\d)/, problem: 'has a space before a comma or a full stop' },
  { languages: 'all', fault: /％|＋|－(?=\d)/, problem: 'has a full-width sign' },
  {
    languages: ['ja', 'zh', 'tw'],
    fault: /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/,
    problem: 'has full-width letters or digits',
  },
  {
    languages: ['ja', 'zh', 'tw'],
    fault: new RegExp(`[${cjk}][,;:!?](?![\\d/])`),
    problem: 'has a half-width mark after a full-width letter',
  },
  { languages: ['fr'], fault: /\p{L} [:;!?»]|« /u, problem: 'has a breakable space at a double mark' },
  { languages: ['fr'], fault: /\p{L}[;!?](?!\p{L})/u, problem: 'lacks the space before a double mark' },
  { languages: ['es'], fault: /^[^¿]*\?$/, problem: 'lacks ¿' },
];

/** Faults of a language's spaces, widths and marks. */
export function typographyFaults(locale: Locale, messages: Messages): Fault[] {
  const own = rules.filter(({ languages }) => languages === 'all' || languages.includes(locale));
  return Object.entries(messages).flatMap(([id, text]) =>
    own.filter(({ fault }) => fault.test(text)).map(({ problem }) => ({ id, problem })),
  );
}
