import { forwardSignals } from './run.ts';
import { runSteps, type Step, staticSteps, vitestStep } from './steps.ts';

/** The steps of each part; without a name all of them run. */
const parts: Readonly<Record<string, readonly Step[]>> = {
  types: staticSteps.filter(({ name }) => name.startsWith('types')),
  lint: staticSteps.filter(({ name }) => !name.startsWith('types')),
  tests: [vitestStep('unit tests', ['unit', 'kernel'])],
};

const [name] = process.argv.slice(2);
const chosen = name === undefined ? Object.values(parts).flat() : parts[name];
if (chosen === undefined) {
  process.stderr.write(`usage: node tools/check.ts [${Object.keys(parts).join('|')}]\n`);
  process.exit(2);
}
forwardSignals();
process.exitCode = await runSteps(chosen);
