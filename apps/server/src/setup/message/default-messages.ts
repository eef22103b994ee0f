import { contactBank, failureMessages } from './failure-messages.ts'
import { group, type DefaultMessage } from './message-group.ts'
import { voucherMessages } from './voucher-messages.ts'

const cashier = group('GUI_TEXT', 'Cashier', [
  ['cashier.title.deposit', 'Deposit', 'Sätt in pengar', 'Einzahlen'],
  ['cashier.title.withdrawal', 'Withdraw', 'Ta ut pengar', 'Auszahlen'],
  ['cashier.amount', 'Amount', 'Belopp', 'Betrag'],
  ['cashier.amount.other', 'Other amount', 'Annat belopp', 'Anderer Betrag'],
  ['cashier.amount.limits', 'From {0} to {1}', 'Från {0} till {1}', 'Von {0} bis {1}'],
  ['cashier.amount.min', 'At least {0}', 'Minst {0}', 'Mindestens {0}'],
  ['cashier.amount.max', 'At most {0}', 'Högst {0}', 'Höchstens {0}'],
  [
    'cashier.amount.invalid',
    'Enter a valid amount',
    'Ange ett giltigt belopp',
    'Gib einen gültigen Betrag ein',
  ],
  ['cashier.fee', 'Fee: {0}', 'Avgift: {0}', 'Gebühr: {0}'],
  ['cashier.fee.none', 'No fee', 'Ingen avgift', 'Keine Gebühr'],
  ['cashier.net-deposit', 'Deposited so far: {0}', 'Insatt hittills: {0}', 'Bisher eingezahlt: {0}'],
  ['cashier.method', 'Payment method', 'Betalsätt', 'Zahlungsart'],
  [
    'cashier.method.none',
    'No payment method is available right now.',
    'Inget betalsätt är tillgängligt just nu.',
    'Zurzeit ist keine Zahlungsart verfügbar.',
  ],
  [
    'cashier.method.unavailable',
    'Not available right now',
    'Inte tillgängligt just nu',
    'Zurzeit nicht verfügbar',
  ],
  [
    'cashier.method.limit-reached',
    'You have reached your limit',
    'Du har nått din gräns',
    'Du hast dein Limit erreicht',
  ],
  ['cashier.account', 'Saved accounts', 'Sparade konton', 'Gespeicherte Konten'],
  ['cashier.account.new', 'Use a new account', 'Använd ett nytt konto', 'Neues Konto verwenden'],
  ['cashier.account.save', 'Save for next time', 'Spara till nästa gång', 'Für das nächste Mal speichern'],
  ['cashier.account.remove', 'Remove', 'Ta bort', 'Entfernen'],
  ['cashier.account.expires', 'Expires {0}', 'Giltigt till {0}', 'Gültig bis {0}'],
  ['cashier.pay', 'Pay {0}', 'Betala {0}', '{0} bezahlen'],
  ['cashier.withdraw', 'Withdraw {0}', 'Ta ut {0}', '{0} auszahlen'],
  ['cashier.continue', 'Continue', 'Fortsätt', 'Weiter'],
  ['cashier.back', 'Back', 'Tillbaka', 'Zurück'],
  ['cashier.cancel', 'Cancel', 'Avbryt', 'Abbrechen'],
  ['cashier.close', 'Close', 'Stäng', 'Schließen'],
  ['cashier.retry', 'Try again', 'Försök igen', 'Erneut versuchen'],
  ['cashier.loading', 'Loading …', 'Läser in …', 'Wird geladen …'],
  ['cashier.language', 'Language', 'Språk', 'Sprache'],
  ['cashier.optional', 'optional', 'valfritt', 'optional'],
  [
    'cashier.3ds',
    'Your bank asks you to confirm the payment.',
    'Din bank ber dig bekräfta betalningen.',
    'Deine Bank bittet dich, die Zahlung zu bestätigen.',
  ],
  [
    'cashier.redirect',
    'You are being sent to {0} to complete the payment.',
    'Du skickas till {0} för att slutföra betalningen.',
    'Du wirst zu {0} weitergeleitet, um die Zahlung abzuschließen.',
  ],
  [
    'cashier.encrypted',
    'Card numbers are encrypted in your browser. The shop never sees them.',
    'Kortnummer krypteras i din webbläsare. Butiken ser dem aldrig.',
    'Kartennummern werden in deinem Browser verschlüsselt. Der Shop sieht sie nie.',
  ],
  [
    'cashier.script',
    'Turn on JavaScript to pay by card.',
    'Slå på JavaScript för att betala med kort.',
    'Schalte JavaScript ein, um mit Karte zu zahlen.',
  ],
  // A name of its own: under the one before, platforms keep a text that says nothing was charged.
  [
    'cashier.unknown',
    'The connection was lost. It is not known yet whether the payment was made.',
    'Anslutningen bröts. Det är ännu inte känt om betalningen gjordes.',
    'Die Verbindung wurde unterbrochen. Es ist noch nicht bekannt, ob die Zahlung ausgeführt wurde.',
  ],
  ['cashier.unknown.check', 'Check', 'Kontrollera', 'Prüfen'],
  [
    'cashier.unknown.absent',
    'The payment has not been received. You can send it again; it will be made only once.',
    'Betalningen har inte kommit fram. Du kan skicka den igen; den görs bara en gång.',
    'Die Zahlung ist nicht angekommen. Du kannst sie erneut senden; sie wird nur einmal ausgeführt.',
  ],
])

const methods = group('GUI_TEXT', 'Name of a payment method', [
  ['method.creditcard', 'Card', 'Kort', 'Karte'],
  ['method.applepay', 'Apple Pay', 'Apple Pay', 'Apple Pay'],
  ['method.googlepay', 'Google Pay', 'Google Pay', 'Google Pay'],
  ['method.bank', 'Online bank', 'Internetbank', 'Onlinebanking'],
  ['method.bankiban', 'Bank transfer (IBAN)', 'Banköverföring (IBAN)', 'Banküberweisung (IBAN)'],
  ['method.banklocal', 'Local bank transfer', 'Inhemsk banköverföring', 'Inländische Überweisung'],
  ['method.trustly', 'Trustly', 'Trustly', 'Trustly'],
  ['method.swish', 'Swish', 'Swish', 'Swish'],
  ['method.skrill', 'Skrill', 'Skrill', 'Skrill'],
  ['method.neteller', 'Neteller', 'Neteller', 'Neteller'],
  ['method.paypal', 'PayPal', 'PayPal', 'PayPal'],
  ['method.voucher', 'Voucher', 'Värdebevis', 'Gutschein'],
  ['method.webredirect', 'Other payment page', 'Annan betalsida', 'Andere Zahlungsseite'],
  ['method.cryptocurrency', 'Cryptocurrency', 'Kryptovaluta', 'Kryptowährung'],
])

const inputs = group('GUI_TEXT', 'Label of an input', [
  ['input.card.pan', 'Card number', 'Kortnummer', 'Kartennummer'],
  ['input.card.expiry', 'Expiry date', 'Giltigt till', 'Gültig bis'],
  ['input.card.cvv', 'Security code', 'Säkerhetskod', 'Kartenprüfnummer'],
  ['input.card.holder', 'Name on the card', 'Namn på kortet', 'Name auf der Karte'],
  ['input.iban', 'IBAN', 'IBAN', 'IBAN'],
  ['input.bic', 'BIC', 'BIC', 'BIC'],
  ['input.accountnumber', 'Account number', 'Kontonummer', 'Kontonummer'],
  ['input.clearingnumber', 'Clearing number', 'Clearingnummer', 'Bankleitzahl'],
  ['input.walletaccount', 'Wallet account', 'E-plånbokskonto', 'Wallet-Konto'],
  ['input.vouchercode', 'Voucher code', 'Värdekod', 'Gutscheincode'],
  ['input.accountholder', 'Account holder', 'Kontoinnehavare', 'Kontoinhaber'],
  ['input.nationalid', 'National identity number', 'Personnummer', 'Nationale Identifikationsnummer'],
  ['input.email', 'Email', 'E-post', 'E-Mail'],
  ['input.phone', 'Mobile number', 'Mobilnummer', 'Handynummer'],
])

const inputErrors = group('ERROR', 'What is wrong with an input', [
  ['input.error.required', 'This field is required', 'Fältet måste fyllas i', 'Dieses Feld ist erforderlich'],
  ['input.error.number', 'Must be a number', 'Måste vara ett tal', 'Muss eine Zahl sein'],
  ['input.error.too_short', 'Too short', 'För kort', 'Zu kurz'],
  ['input.error.too_long', 'Too long', 'För långt', 'Zu lang'],
  ['input.error.too_small', 'Must be at least {0}', 'Måste vara minst {0}', 'Muss mindestens {0} sein'],
  ['input.error.too_large', 'Must be at most {0}', 'Får vara högst {0}', 'Darf höchstens {0} sein'],
  ['input.error.option', 'Choose one of the options', 'Välj ett av alternativen', 'Wähle eine der Optionen'],
  ['input.error.date', 'Invalid date', 'Ogiltigt datum', 'Ungültiges Datum'],
  ['input.error.card', 'Invalid card number', 'Ogiltigt kortnummer', 'Ungültige Kartennummer'],
  ['input.error.iban', 'Invalid IBAN', 'Ogiltigt IBAN-nummer', 'Ungültige IBAN'],
  ['input.error.phone', 'Invalid mobile number', 'Ogiltigt mobilnummer', 'Ungültige Handynummer'],
  ['input.error.email', 'Invalid email', 'Ogiltig e-postadress', 'Ungültige E-Mail-Adresse'],
  ['input.error.format', 'Invalid value', 'Ogiltigt värde', 'Ungültiger Wert'],
  [
    'input.error.expired',
    'The card has expired',
    'Kortets giltighetstid har gått ut',
    'Die Karte ist abgelaufen',
  ],
])

const states = group('ERROR', 'How a payment stands', [
  ['state.successful', 'The payment is complete.', 'Betalningen är klar.', 'Die Zahlung ist abgeschlossen.'],
  [
    'state.registered',
    'The payment was received.',
    'Betalningen har tagits emot.',
    'Die Zahlung ist eingegangen.',
  ],
  [
    'state.processing',
    'The payment is being processed.',
    'Betalningen behandlas.',
    'Die Zahlung wird verarbeitet.',
  ],
  [
    'state.reprocessing',
    'The payment is being processed.',
    'Betalningen behandlas.',
    'Die Zahlung wird verarbeitet.',
  ],
  ['state.waiting_input', 'Complete the payment.', 'Slutför betalningen.', 'Bitte schließe die Zahlung ab.'],
  [
    'state.waiting_approval',
    'Your payment is being reviewed. This can take up to one business day.',
    'Din betalning granskas. Det kan ta upp till en bankdag.',
    'Deine Zahlung wird geprüft. Das kann bis zu einem Werktag dauern.',
  ],
  [
    'state.failed',
    'The payment of {0} failed. Try again or choose another payment method.',
    'Betalningen på {0} misslyckades. Försök igen eller välj ett annat betalsätt.',
    'Die Zahlung über {0} ist fehlgeschlagen. Bitte versuche es erneut oder wähle eine andere Zahlungsart.',
  ],
  ['state.cancelled', 'The payment was cancelled.', 'Betalningen avbröts.', 'Die Zahlung wurde abgebrochen.'],
  [
    'state.inconsistent',
    'We are checking what happened to your payment {1}. Do not pay again.',
    'Vi undersöker vad som hände med din betalning {1}. Betala inte igen.',
    'Wir prüfen, was aus deiner Zahlung {1} geworden ist. Bitte zahle nicht noch einmal.',
  ],
])

const ofRules = group('ERROR', 'Named by a rule', [
  [
    'country_not_served',
    'We do not accept payments from your country.',
    'Vi tar inte emot betalningar från ditt land.',
    'Wir nehmen keine Zahlungen aus deinem Land an.',
  ],
  [
    'verify_first',
    'Verify your identity before you withdraw.',
    'Bekräfta din identitet innan du tar ut pengar.',
    'Bitte bestätige deine Identität, bevor du auszahlst.',
  ],
  ['contact_bank', ...contactBank],
])

const maintenance = group('MAINTENANCE', 'While a method is closed', [
  [
    'maintenance',
    'Not available at the moment because of maintenance',
    'Inte tillgängligt just nu på grund av underhåll',
    'Wegen Wartung zurzeit nicht verfügbar',
  ],
  [
    'maintenance.psp',
    'This payment method is under maintenance. Choose another one.',
    'Betalsättet underhålls just nu. Välj ett annat.',
    'Diese Zahlungsart wird gerade gewartet. Bitte wähle eine andere.',
  ],
])

const receipt = group('RECEIPT', 'Receipt', [
  ['receipt.title', 'Receipt', 'Kvitto', 'Beleg'],
  ['receipt.waiting', 'Payment under way', 'Betalningen pågår', 'Zahlung in Bearbeitung'],
  ['receipt.failed', 'Payment not completed', 'Betalningen slutfördes inte', 'Zahlung nicht abgeschlossen'],
  ['receipt.thanks', 'Thank you for your payment', 'Tack för din betalning', 'Danke für deine Zahlung'],
  ['receipt.amount', 'Amount', 'Belopp', 'Betrag'],
  ['receipt.requested', 'Requested', 'Begärt', 'Angefordert'],
  ['receipt.fee', 'Fee', 'Avgift', 'Gebühr'],
  ['receipt.total', 'Total', 'Totalt', 'Gesamt'],
  ['receipt.method', 'Payment method', 'Betalsätt', 'Zahlungsart'],
  ['receipt.account', 'Account', 'Konto', 'Konto'],
  ['receipt.reference', 'Reference', 'Referens', 'Referenz'],
  ['receipt.date', 'Date', 'Datum', 'Datum'],
  ['receipt.status', 'Status', 'Status', 'Status'],
  ['receipt.merchant', 'Paid to', 'Betalt till', 'Bezahlt an'],
  ['receipt.print', 'Print', 'Skriv ut', 'Drucken'],
  ['receipt.back', 'Back to {0}', 'Tillbaka till {0}', 'Zurück zu {0}'],
  [
    'receipt.withdrawal',
    'Your withdrawal of {0} is on its way',
    'Ditt uttag på {0} är på väg',
    'Deine Auszahlung über {0} ist unterwegs',
  ],
])

const mails = group('EMAIL_FRAGMENT', 'Part of an email', [
  ['mail.greeting', 'Hello {0},', 'Hej {0}!', 'Hallo {0},'],
  ['mail.closing', 'Kind regards', 'Vänliga hälsningar', 'Viele Grüße'],
])

export const defaultMessages: readonly DefaultMessage[] = [
  ...cashier,
  ...methods,
  ...inputs,
  ...inputErrors,
  ...states,
  ...failureMessages,
  ...voucherMessages,
  ...ofRules,
  ...maintenance,
  ...receipt,
  ...mails,
]
