import { ensureChromium } from './chromium.ts';
import { busyTime } from './processor-time.ts';
import { forwardSignals } from './run.ts';
import { runSteps, type Step, staticSteps, vitestStep } from './steps.ts';

const suite = process.argv[2];
if (suite !== 'quick' && suite !== 'long') {
  process.stderr.write('usage: node tools/test.ts quick|long\n');
  process.exit(2);
}

const env = { CANDOR_SUITE: suite };
const endToEnd: Step = {
  name: 'end-to-end in Chromium',
  run: async (output) => {
    const chromium = await ensureChromium(output.say);
    return vitestStep('end-to-end', ['e2e'], { ...env, CANDOR_CHROMIUM: chromium }).run(output);
  },
};

forwardSignals();
const busyS = busyTime();
// The browser's tests come last: beside the others they would keep two exchanges and their pages alive for as long as all
// takes, which costs more than the cores are idle in between.
process.exitCode = await runSteps(
  [
    vitestStep(
      'unit, property and integration tests',
      ['unit', 'kernel', 'integration', 'whole', 'apart', 'alone'],
      env,
    ),
    endToEnd,
  ],
  suite === 'quick' ? staticSteps : [],
);
process.stdout.write(`${suite}: the processors of this machine were busy for ${busyS()} s meanwhile\n`);
