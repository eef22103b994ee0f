/** What the three or four digits on the back of a card are called. They may be kept nowhere once a payment was sent. */
const names: ReadonlySet<string> = new Set(
  'cvv cvv2 cvc cvc2 cvn cvn2 cvd csc cid cav cav2 securitycode cardsecuritycode cardcode cardcvv cardcvc'.split(
    ' ',
  ),
)
const cardNumberNames: ReadonlySet<string> = new Set('pan cardpan cardnumber cardno ccnumber'.split(' '))

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export const isSecurityCodeName = (name: string): boolean => names.has(plain(name))

/** Whoever names a field like that asks for what only the vault may have. */
export const asksForCard = (name: string): boolean =>
  isSecurityCodeName(name) || cardNumberNames.has(plain(name))
