import { type ActForm, Select } from '@candor/ui';
import type { FieldValues } from 'react-hook-form';

interface OfferSelectProps<Offer, Values extends FieldValues> {
  readonly act: ActForm<Values>;
  readonly label: string;
  readonly offerId: number;
  readonly offers: readonly (Offer & { readonly offerId: number })[];
  readonly name: (offer: Offer) => string;
  readonly detail: (offer: Offer) => string;
  readonly onOfferChange: (offerId: number) => void;
}

/** The choice between offers at the head of a ticket: what was wrong under the last one is taken away. */
export function OfferSelect<Offer, Values extends FieldValues>(props: OfferSelectProps<Offer, Values>) {
  const { act, label, offerId, offers, name, detail, onOfferChange } = props;
  return (
    <Select
      label={label}
      value={String(offerId)}
      onValueChange={(next) => {
        act.form.clearErrors();
        onOfferChange(Number(next));
      }}
      options={offers.map((each) => ({
        value: String(each.offerId),
        label: name(each),
        detail: detail(each),
      }))}
    />
  );
}
