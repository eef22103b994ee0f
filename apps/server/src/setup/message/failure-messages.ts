import { group } from './message-group.ts'

export const contactBank = [
  'Your bank declined the payment. Contact your bank or use another card.',
  'Din bank nekade betalningen. Kontakta banken eller använd ett annat kort.',
  'Deine Bank hat die Zahlung abgelehnt. Bitte wende dich an deine Bank oder verwende eine andere Karte.',
] as const
const later = [
  'This payment method is not working right now. Try again later or choose another one.',
  'Betalsättet fungerar inte just nu. Försök igen senare eller välj ett annat.',
  'Diese Zahlungsart funktioniert gerade nicht. Bitte versuche es später erneut oder wähle eine andere.',
] as const
const support = [
  'The payment could not be made. Contact support.',
  'Betalningen kunde inte genomföras. Kontakta kundtjänst.',
  'Die Zahlung war nicht möglich. Bitte wende dich an den Kundenservice.',
] as const
const verification = [
  'We could not verify your identity. Contact support.',
  'Vi kunde inte bekräfta din identitet. Kontakta kundtjänst.',
  'Wir konnten deine Identität nicht bestätigen. Bitte wende dich an den Kundenservice.',
] as const
const authentication = [
  'The payment was not confirmed with your bank. Try again.',
  'Betalningen bekräftades inte hos din bank. Försök igen.',
  'Die Zahlung wurde bei deiner Bank nicht bestätigt. Bitte versuche es erneut.',
] as const
const session = [
  'Your session has ended. Sign in again.',
  'Din session har avslutats. Logga in igen.',
  'Deine Sitzung ist abgelaufen. Bitte melde dich erneut an.',
] as const

/** What users are told when a payment fails, by its status code. */
export const failureMessages = group('ERROR', 'Why a payment failed', [
  [
    'status.err_declined_no_funds',
    'There is not enough money in the account for {0}.',
    'Det finns inte tillräckligt med pengar på kontot för {0}.',
    'Auf dem Konto ist nicht genug Guthaben für {0}.',
  ],
  [
    'status.err_declined_card_expired',
    'The card has expired. Use another one.',
    'Kortet har gått ut. Använd ett annat.',
    'Die Karte ist abgelaufen. Bitte verwende eine andere.',
  ],
  [
    'status.err_declined_cvv_fail',
    'The security code is wrong. Check it and try again.',
    'Säkerhetskoden är fel. Kontrollera den och försök igen.',
    'Die Kartenprüfnummer ist falsch. Bitte prüfe sie und versuche es erneut.',
  ],
  [
    'status.err_declined_invalid_account_number',
    'The account or card number is wrong. Check it and try again.',
    'Konto- eller kortnumret är fel. Kontrollera det och försök igen.',
    'Die Konto- oder Kartennummer ist falsch. Bitte prüfe sie und versuche es erneut.',
  ],
  ['status.err_declined_bank_refusal', ...contactBank],
  ['status.err_declined_lost_or_stolen', ...contactBank],
  ['status.err_declined_restricted_card', ...contactBank],
  ['status.err_declined_account_suspended', ...contactBank],
  ['status.err_declined_other_reason', ...contactBank],
  ['status.err_declined_issuer_unavailable', ...later],
  ['status.err_psp_out_of_service', ...later],
  ['status.err_declined_under_maintenance', ...later],
  ['status.err_failed_to_connect', ...later],
  ['status.err_declined_no_provider_found', ...later],
  ['status.err_merchant_out_of_service', ...later],
  ['status.err_declined_fraud', ...support],
  ['status.err_declined_general_block', ...support],
  ['status.err_declined_ip_blocked', ...support],
  ['status.err_declined_bin_blocked', ...support],
  ['status.err_declined_fraud_score_threshold_exceeded', ...support],
  ['status.err_user_account_blocked', ...support],
  ['status.err_declined_contact_support', ...support],
  ['status.err_declined_kyc_block', ...verification],
  ['status.err_declined_kyc_check_failed', ...verification],
  [
    'status.err_declined_kyc_user_under_age',
    'You are not old enough to pay here.',
    'Du är för ung för att betala här.',
    'Du bist noch nicht alt genug, um hier zu bezahlen.',
  ],
  ['status.err_declined_3d_authentication_failed', ...authentication],
  ['status.err_declined_3d_validation_failed', ...authentication],
  ['status.err_declined_3d_expired', ...authentication],
  [
    'status.err_declined_expired',
    'The time to complete the payment ran out. Try again.',
    'Tiden för att slutföra betalningen gick ut. Försök igen.',
    'Die Zeit für die Zahlung ist abgelaufen. Bitte versuche es erneut.',
  ],
  [
    'status.err_above_limit',
    '{0} is more than you may pay at once.',
    '{0} är mer än du får betala på en gång.',
    '{0} ist mehr, als du auf einmal zahlen darfst.',
  ],
  [
    'status.err_below_limit',
    '{0} is less than the smallest amount.',
    '{0} är mindre än det minsta beloppet.',
    '{0} liegt unter dem Mindestbetrag.',
  ],
  [
    'status.err_declined_limit_overdrawn',
    'With {0} you would exceed your limit.',
    'Med {0} skulle du överskrida din gräns.',
    'Mit {0} würdest du dein Limit überschreiten.',
  ],
  [
    'status.err_responsible_gaming_limit',
    'With {0} you would exceed the limit you set.',
    'Med {0} skulle du överskrida gränsen som du har satt.',
    'Mit {0} würdest du das von dir gesetzte Limit überschreiten.',
  ],
  [
    'status.err_declined_req_blocked',
    'This payment method is not available to you. Choose another one.',
    'Betalsättet är inte tillgängligt för dig. Välj ett annat.',
    'Diese Zahlungsart steht dir nicht zur Verfügung. Bitte wähle eine andere.',
  ],
  [
    'status.err_declined_repeat_cancelled',
    'The same payment is already under way.',
    'Samma betalning pågår redan.',
    'Dieselbe Zahlung läuft bereits.',
  ],
  [
    'status.err_psp_account_not_used',
    'You can only withdraw to an account you have deposited from.',
    'Du kan bara ta ut till ett konto som du har satt in pengar från.',
    'Du kannst nur auf ein Konto auszahlen, von dem du eingezahlt hast.',
  ],
  [
    'status.err_psp_account_used_by_other_user',
    'This account belongs to another user.',
    'Kontot tillhör en annan användare.',
    'Dieses Konto gehört zu einem anderen Nutzer.',
  ],
  [
    'status.err_too_many_psp_accounts',
    'You have used too many accounts. Use one you have saved.',
    'Du har använt för många konton. Använd ett som du har sparat.',
    'Du hast zu viele Konten verwendet. Bitte verwende ein gespeichertes.',
  ],
  [
    'status.err_declined_currency_not_supported',
    'This payment method does not support your currency.',
    'Betalsättet stöder inte din valuta.',
    'Diese Zahlungsart unterstützt deine Währung nicht.',
  ],
  [
    'status.err_invalid_parameter',
    'Something is missing or wrong in what you entered. Check it and try again.',
    'Något saknas eller är fel i det du angav. Kontrollera uppgifterna och försök igen.',
    'In deinen Angaben fehlt etwas oder ist etwas falsch. Bitte prüfe sie und versuche es erneut.',
  ],
  ['status.err_user_session_invalid', ...session],
  ['status.err_not_authenticated', ...session],
])
