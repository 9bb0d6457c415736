import { ensureChromium } from './chromium.ts';
import { forwardSignals } from './run.ts';
import { runSteps, type Step, staticSteps, vitestStep } from './steps.ts';

const endToEnd: Step = {
  name: 'end-to-end in Chromium',
  run: async () => {
    const chromium = await ensureChromium((line) => process.stdout.write(`${line}\n`));
    return vitestStep('end-to-end', ['e2e'], { CANDOR_CHROMIUM: chromium }).run();
  },
};

forwardSignals();
process.exitCode = await runSteps([
  ...staticSteps,
  vitestStep('unit, property and integration tests', ['unit', 'kernel', 'integration', 'whole']),
  endToEnd,
]);
