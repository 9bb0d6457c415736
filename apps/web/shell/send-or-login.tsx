import { Button, buttonClass } from '@candor/ui';
import { useSignedIn } from '../data/index.ts';
import { LoginLink } from './login-link.tsx';

interface SendOrLoginProps {
  readonly send: string;
  /** Text of the way to the login that a visitor sees instead. */
  readonly login: string;
  readonly disabled: boolean;
  readonly loading: boolean;
}

/** The button that sends a form which visitors see as well. */
export function SendOrLogin({ send, login, disabled, loading }: SendOrLoginProps) {
  return useSignedIn() ? (
    <Button type="submit" size="large" disabled={disabled} loading={loading}>
      {send}
    </Button>
  ) : (
    <LoginLink className={buttonClass('primary', 'large')}>{login}</LoginLink>
  );
}
