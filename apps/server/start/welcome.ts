import type { Program } from './program.ts';

/** What the person at the terminal is told once the server is ready. */
export function welcome(program: Program): string {
  const lines: [string, string][] = [
    ['Customer app', program.url],
    ['Operator console', program.consoleUrl],
    ['Prices', program.feed],
    ['Data', program.dataDir],
    ...program.demoLogins.map(({ account, password }): [string, string] => [
      'Demo login',
      `${account}  ${password}`,
    ]),
  ];
  return `\nCandor is ready.\n${lines.map(([name, value]) => `  ${name.padEnd(18)}${value}\n`).join('')}`;
}
