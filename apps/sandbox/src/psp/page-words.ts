/** What the pages of banks and providers say, in the languages of the demo shop. */
export const pageWords = {
  en: {
    testPage: 'test page',
    payment: 'Payment',
    payFrom: 'Pay from',
    pay: 'Pay',
    cancel: 'Cancel',
    confirm: 'Confirm',
    code: 'Code sent to your phone',
    wrongCode: 'This code is wrong. Try again.',
    hint: 'Here 1234 is right and 9999 fails.',
    closed: 'This payment is no longer waiting for you.',
  },
  sv: {
    testPage: 'testsida',
    payment: 'Betalning',
    payFrom: 'Betala från',
    pay: 'Betala',
    cancel: 'Avbryt',
    confirm: 'Bekräfta',
    code: 'Kod som skickats till din telefon',
    wrongCode: 'Koden stämmer inte. Försök igen.',
    hint: 'Här är 1234 rätt, och 9999 misslyckas.',
    closed: 'Betalningen väntar inte på dig längre.',
  },
  de: {
    testPage: 'Testseite',
    payment: 'Zahlung',
    payFrom: 'Zahlen von',
    pay: 'Bezahlen',
    cancel: 'Abbrechen',
    confirm: 'Bestätigen',
    code: 'Code, der an dein Telefon gesendet wurde',
    wrongCode: 'Dieser Code ist falsch. Versuche es noch einmal.',
    hint: 'Hier ist 1234 richtig, und 9999 schlägt fehl.',
    closed: 'Diese Zahlung wartet nicht mehr auf dich.',
  },
} as const

export type PageLanguage = keyof typeof pageWords

/** That of the payment, as the merchant said it; else the first of the browser that the pages speak; else English. */
export function pageLanguage(
  locale: string | undefined,
  { 'accept-language': asked = '' }: Readonly<Record<string, string>>,
): PageLanguage {
  const wanted = [locale ?? '', ...asked.split(',')].map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return wanted.find((language): language is PageLanguage => Object.hasOwn(pageWords, language)) ?? 'en'
}
