import { group } from './message-group.ts'

const blocked = [
  'This voucher cannot be used. Contact support.',
  'Värdebeviset kan inte användas. Kontakta kundtjänst.',
  'Dieser Gutschein kann nicht verwendet werden. Bitte wende dich an den Kundenservice.',
] as const

/** Why a voucher was not taken: the texts about cards and banks would send people to the wrong place. */
export const voucherMessages = group('ERROR', 'Why a voucher was not taken', [
  [
    'voucherdeposit.status.err_declined_invalid_account_number',
    'The voucher code is wrong. Check it and try again.',
    'Värdekoden är fel. Kontrollera den och försök igen.',
    'Der Gutscheincode ist falsch. Bitte prüfe ihn und versuche es erneut.',
  ],
  ['voucherdeposit.status.err_declined_account_suspended', ...blocked],
  [
    'voucherdeposit.status.err_declined_duplicate_tx_id',
    'This voucher has already been used.',
    'Värdebeviset har redan använts.',
    'Dieser Gutschein wurde bereits eingelöst.',
  ],
  [
    'voucherdeposit.status.err_declined_expired',
    'This voucher has expired.',
    'Värdebeviset har gått ut.',
    'Dieser Gutschein ist abgelaufen.',
  ],
  [
    'voucherdeposit.status.err_declined_currency_not_supported',
    'This voucher is in another currency.',
    'Värdebeviset är i en annan valuta.',
    'Dieser Gutschein lautet auf eine andere Währung.',
  ],
  [
    'voucherdeposit.status.err_decline_country_not_supported',
    'This voucher cannot be used in your country.',
    'Värdebeviset kan inte användas i ditt land.',
    'Dieser Gutschein kann in deinem Land nicht verwendet werden.',
  ],
  [
    'voucherdeposit.status.err_declined_req_blocked',
    'You cannot pay with vouchers right now. Try again in an hour or choose another payment method.',
    'Du kan inte betala med värdebevis just nu. Försök igen om en timme eller välj ett annat betalsätt.',
    'Du kannst gerade nicht mit Gutscheinen bezahlen. Bitte versuche es in einer Stunde erneut oder wähle eine andere Zahlungsart.',
  ],
])
