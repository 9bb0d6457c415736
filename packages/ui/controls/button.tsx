import { Button as BaseButton } from '@base-ui/react/button';
import type { ReactNode, Ref } from 'react';
import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { Working } from '../states/working.tsx';

/**
 * primary: the one thing to press; quiet: everything else; plain: in dense places, without an outline;
 * buy and sell: a direction; danger: what can't be taken back (ink, because red means only "down").
 */
export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'buy' | 'sell' | 'danger';

/** 28, 36 and 44 px high; where a finger presses never under 44. */
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent font-semibold hover:bg-accent-strong active:bg-accent-strong',
  quiet: 'border border-rule text-ink font-medium hover:border-edge hover:bg-ground active:bg-wash',
  plain: 'text-ink-2 font-medium hover:bg-ground hover:text-ink active:bg-wash',
  buy: 'bg-up text-on-up font-semibold hover:bg-up-strong active:bg-up-strong',
  sell: 'bg-down text-on-down font-semibold hover:bg-down-strong active:bg-down-strong',
  danger: 'bg-ink text-paper font-semibold hover:bg-ink-2 active:bg-ink-2',
};

const disabledLook: Record<ButtonVariant, string> = {
  primary: 'bg-wash text-ink-3 font-semibold',
  quiet: 'border border-line text-ink-3 font-medium',
  plain: 'text-ink-3 font-medium',
  buy: 'bg-wash text-ink-3 font-semibold',
  sell: 'bg-wash text-ink-3 font-semibold',
  danger: 'bg-wash text-ink-3 font-semibold',
};

const sizes: Record<ButtonSize, string> = {
  small: 'h-7 gap-1 px-2 text-12 touch:min-h-11 touch:px-3',
  medium: 'h-9 gap-2 px-4 text-14 touch:min-h-11',
  large: 'h-11 gap-2 px-6 text-16',
};

const squares: Record<ButtonSize, string> = {
  small: 'size-7 touch:size-11',
  medium: 'size-9 touch:size-11',
  large: 'size-11',
};

const frame =
  'relative inline-flex shrink-0 items-center justify-center rounded-base whitespace-nowrap select-none transition-colors';

/** The look of a button for something that is a link by nature (a router's link). */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return cx(frame, sizes[size], variants[variant]);
}

interface ButtonBase {
  variant?: ButtonVariant;
  size?: ButtonSize;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Work is under way: the button keeps its width, says so, and can't be pressed again. */
  loading?: boolean;
  /** The id of a form elsewhere on the page that the button submits. */
  form?: string;
  onClick?: (event: React.MouseEvent<HTMLButtonElement>) => void;
  ref?: Ref<HTMLButtonElement>;
  className?: string;
  'aria-pressed'?: boolean;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

export interface ButtonProps extends ButtonBase {
  children: ReactNode;
  /** An icon before the text. */
  icon?: ReactNode;
  /** True for a button as wide as what holds it. */
  wide?: boolean;
}

/** A button with a text. */
export function Button({
  variant = 'primary',
  size = 'medium',
  type = 'button',
  loading = false,
  disabled = false,
  wide = false,
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  const intl = useIntl();
  const look = disabled ? disabledLook[variant] : variants[variant];
  return (
    <BaseButton
      {...rest}
      type={type}
      disabled={disabled || loading}
      focusableWhenDisabled={loading}
      aria-busy={loading || undefined}
      className={cx(frame, sizes[size], look, wide && 'w-full', className)}
    >
      <span className={cx('inline-flex items-center gap-2', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Working label={intl.formatMessage({ id: 'ui.loading' })} />
        </span>
      )}
    </BaseButton>
  );
}

export interface IconButtonProps extends ButtonBase {
  /** Action of the button, for those who do not see the icon. */
  label: string;
  /** A button that is disabled keeps the focus: for one that its own press disables. */
  focusableWhenDisabled?: boolean;
  children: ReactNode;
}

/** A square button that shows only an icon. */
export function IconButton({
  label,
  variant = 'plain',
  size = 'medium',
  type = 'button',
  loading = false,
  disabled = false,
  focusableWhenDisabled = false,
  className,
  children,
  ...rest
}: IconButtonProps) {
  const look = disabled ? disabledLook[variant] : variants[variant];
  return (
    <BaseButton
      {...rest}
      type={type}
      aria-label={label}
      aria-busy={loading || undefined}
      disabled={disabled || loading}
      focusableWhenDisabled={focusableWhenDisabled || loading}
      className={cx(frame, squares[size], look, className)}
    >
      {children}
    </BaseButton>
  );
}
