import { forwardSignals } from './run.ts';
import { runSteps, staticSteps, vitestStep } from './steps.ts';

forwardSignals();
process.exitCode = await runSteps([...staticSteps, vitestStep('unit tests', ['unit', 'kernel'])]);
