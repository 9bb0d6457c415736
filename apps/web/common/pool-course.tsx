import { useFormatters } from '@candor/ui';
import { type PoolMovement, poolSteps } from './pool-steps.ts';
import { useKnownNow } from './use-now.ts';

const WIDTH = 640;
const HEIGHT = 64;
const MARGIN = 4;
/** The height of 0. */
const BASE = HEIGHT - 0.5;
const MINUTE_MS = 60_000;

interface PoolCoursesProps {
  /** Says which amount is drawn: the head of its column below. */
  readonly label: string;
  /** The movements that the list below shows, newest first; null while they are not known. */
  readonly movements: readonly PoolMovement[] | null;
}

/** The course of each pool over its listed movements until now, from 0 to its most. The list below says the same in figures. */
export function PoolCourses({ label, movements }: PoolCoursesProps) {
  const format = useFormatters();
  const courses = poolSteps(movements ?? [], useKnownNow(MINUTE_MS));
  if (courses.length === 0) return null;
  return (
    <div className="grid gap-x-16 gap-y-6 py-2 lg:grid-cols-2">
      {courses.map(({ coin, fromTime, toTime, most, steps }) => (
        <figure key={coin} className="flex min-w-0 flex-col gap-1 text-12 text-ink-3">
          <figcaption className="flex flex-wrap items-baseline justify-between gap-4 text-13">
            <span className="text-ink-2">{label}</span>
            <span className="figure">
              {format.quantity('0')}–{format.quantity(most)} {coin}
            </span>
          </figcaption>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-16 w-full text-accent"
            aria-hidden="true"
          >
            <path
              d={pathOf(steps)}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
            <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
          </svg>
          <p className="figure flex justify-between gap-4">
            <span>{format.dateTime(fromTime)}</span>
            <span>{format.dateTime(toTime)}</span>
          </p>
        </figure>
      ))}
    </div>
  );
}

/** A pool has what its last movement left until the next one. A pool that has nothing lies on the baseline. */
function pathOf(steps: readonly { readonly at: number; readonly share: number }[]): string {
  const y = (share: number) => BASE - share * (BASE - MARGIN);
  return steps.map(({ at, share }, i) => `${i === 0 ? 'M0 ' : `H${at * WIDTH}V`}${y(share)}`).join('');
}
