import { Devices } from './devices.tsx';
import { PasswordForm } from './password-form.tsx';

/** The operator's own account: the password, and the devices that are known. */
export function AccountScreen() {
  return (
    <div className="flex flex-col gap-8">
      <PasswordForm />
      <Devices />
    </div>
  );
}
