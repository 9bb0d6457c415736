import type { Engine } from '@candor/journal';
import { type CoreLink, localLink } from '../../apps/server/engine/core/index.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';

/** The link to an engine in the same process, with the live reads of all rooms. */
export const localCore = (engine: Engine): CoreLink => localLink(engine, liveQueries);
