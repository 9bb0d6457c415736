import { SUPPORT_MATTERS, type SupportMatter } from '@candor/api';
import { Select, useText } from '@candor/ui';

interface MatterFieldProps {
  readonly value: SupportMatter;
  readonly onValueChange: (matter: SupportMatter) => void;
}

/** The matter of a conversation, by which support finds who knows it. */
export function MatterField({ value, onValueChange }: MatterFieldProps) {
  const text = useText();
  return (
    <Select
      label={text('chat.matter')}
      value={value}
      onValueChange={onValueChange}
      options={SUPPORT_MATTERS.map((matter) => ({ value: matter, label: text(`matter.${matter}`) }))}
    />
  );
}
