export const bankFormats = { CAMT053: 'camt.053', MT940: 'MT940' } as const
export type BankFormat = keyof typeof bankFormats

/** What became of an entry of a statement: which payout of a PSP it is, if any. */
export const bankEntryStates = {
  CONFIRMED: 'Payout confirmed',
  AMOUNT_DIFFERS: 'Amount differs',
  PROPOSED: 'Proposed',
  UNMATCHED: 'Unmatched',
  SET_ASIDE: 'Set aside',
} as const
export type BankEntryState = keyof typeof bankEntryStates

/** Those somebody has to look at. */
export const openEntryStates = ['AMOUNT_DIFFERS', 'PROPOSED', 'UNMATCHED'] as const satisfies BankEntryState[]

/** Instead of a person: nobody is asked about an entry that names a batch and has its amount. */
export const matchedByItself = 'reference and amount'
