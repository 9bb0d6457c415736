import type { Browser } from 'playwright-core';
import { type Addresses, begunDataDir, startProgram } from '../../support/program.ts';
import { openBrowser } from './browser.ts';
import { type Operators, openOperators, type Seat } from './operators.ts';

/** A program of its own with two operators who review. Give its data folder to `endAll` afterwards. */
export interface ReviewedProgram {
  readonly dataDir: string;
  readonly addresses: Addresses;
  readonly browser: Browser;
  readonly operators: Operators;
  readonly rosa: Seat;
  readonly ruth: Seat;
}

/** Starts a program and adds its two reviewers. */
export async function startWithReviewers(): Promise<ReviewedProgram> {
  const dataDir = await begunDataDir();
  const command = [process.execPath, 'apps/server/main.ts'] as const;
  const program = await startProgram({ dataDir, command, env: { REGISTRATIONS_PER_HOUR: '10000' } });
  const addresses = await program.ready();
  const browser = await openBrowser();
  const url = addresses.consoleUrl;
  const operators = await openOperators({ browser, url, output: program.output(), dataDir });
  const rosa = await operators.add('rosa', 'review');
  const ruth = await operators.add('ruth', 'review');
  return { dataDir, addresses, browser, operators, rosa, ruth };
}
