import { Slider as BaseSlider } from '@base-ui/react/slider';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';

const stops = [0, 25, 50, 75, 100];

export interface PercentSliderProps {
  label: string;
  /** Whole percent, 0 to 100. */
  value: number;
  onValueChange: (value: number) => void;
  disabled?: boolean;
  className?: string;
}

/** Slider from 0 to 100 % of what is available, with stops at the quarters. Arrow keys move by 1, Page keys by 25. */
export function PercentSlider({
  label,
  value,
  onValueChange,
  disabled = false,
  className,
}: PercentSliderProps) {
  const formatters = useFormatters();
  const spoken = (percent: number) => formatters.percent(String(percent), 0);
  return (
    <BaseSlider.Root
      value={value}
      onValueChange={(next) => onValueChange(next as number)}
      min={0}
      max={100}
      step={1}
      largeStep={25}
      disabled={disabled}
      className={className ?? ''}
    >
      <BaseSlider.Control data-target="" className="flex h-9 touch-none items-center select-none touch:h-11">
        <BaseSlider.Track className="relative mx-2 h-0.5 w-full rounded-full bg-rule">
          <BaseSlider.Indicator className={cx('rounded-full', disabled ? 'bg-edge' : 'bg-accent')} />
          {stops.map((stop) => (
            <span
              key={stop}
              aria-hidden="true"
              style={{ left: `${stop}%` }}
              className={cx(
                'absolute top-1/2 size-2 -translate-1/2 rounded-full border-2 bg-paper',
                stop <= value && !disabled ? 'border-accent' : 'border-edge',
              )}
            />
          ))}
          <BaseSlider.Thumb
            aria-label={label}
            getAriaValueText={(_formatted, percent) => spoken(percent)}
            className={cx(
              'size-4 rounded-full border-2 border-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              disabled ? 'bg-edge' : 'cursor-grab bg-accent active:cursor-grabbing',
            )}
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  );
}
