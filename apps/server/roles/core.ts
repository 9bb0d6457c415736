/** What decides money: sequencer, kernel, journal, clock, live reads. */
import { type CoreInput, startCore } from '../start/core.ts';
import { runRole } from './run-role.ts';

runRole<CoreInput>(startCore);
