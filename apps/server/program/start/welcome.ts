import type { FirstLogin } from './first-logins.ts';
import type { Program } from './program.ts';

const named = (name: string, { account, password }: FirstLogin): [string, string] => [
  name,
  `${account}  password ${password}`,
];

/** Returns the text shown on the terminal once the server is ready. */
export function welcome(program: Program): string {
  const lines: [string, string][] = [
    ['Customer app', program.url],
    ['Operator console', program.consoleUrl],
    ...(program.metricsUrl === null ? [] : [['Metrics', program.metricsUrl] satisfies [string, string]]),
    ['Prices', program.feed],
    ['Data', program.dataDir],
    ...program.customers.map((login) => named('Demo customer', login)),
    ...(program.operator === null ? [] : [named('First operator', program.operator)]),
    ...(program.secondOperator === null ? [] : [named('Second operator', program.secondOperator)]),
    ...Object.entries(program.degraded).map(([part, reason]): [string, string] => [
      `Without ${part}`,
      reason,
    ]),
  ];
  return `\nCandor is ready.\n${lines.map(([name, value]) => `  ${name.padEnd(18)}${value}\n`).join('')}`;
}
