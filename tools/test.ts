import { ensureChromium } from './chromium.ts';
import { forwardSignals } from './run.ts';
import { runSteps, type Step, staticSteps, vitestStep } from './steps.ts';

const endToEnd: Step = {
  name: 'end-to-end in Chromium',
  run: async (output) => {
    const chromium = await ensureChromium(output.say);
    return vitestStep('end-to-end', ['e2e'], { CANDOR_CHROMIUM: chromium }).run(output);
  },
};

forwardSignals();
// The browser's tests come last: beside the others they would keep two exchanges and their pages alive for as long as all
// takes, which costs more than the cores are idle in between.
process.exitCode = await runSteps(
  [
    vitestStep('unit, property and integration tests', [
      'unit',
      'kernel',
      'integration',
      'whole',
      'apart',
      'alone',
    ]),
    endToEnd,
  ],
  staticSteps,
);
