/** What is set up of a PSP, as far as somebody told; what is left out is not checked. */
interface PspSetup {
  /** The kinds of payments it takes. */
  readonly txTypes?: readonly string[]
  /** The currencies it takes; empty for all. */
  readonly currencies?: readonly string[]
  /** Those a forex row may convert on the way to it; left out where nobody looked at the forex rules. */
  readonly converts?: readonly string[]
  /** Its accounts in the configuration of the merchants a rule may speak about. */
  readonly accounts?: readonly string[]
}

export type PspSetups = Readonly<Record<string, PspSetup>>

interface Entry {
  readonly value: string
  readonly txTypes?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly converts?: readonly string[] | undefined
  /** Of an account: the PSPs that have one of this name. */
  readonly psps?: readonly string[] | undefined
}

/** From what cells may pick from. */
export function pspSetupsOf(psps: readonly Entry[], accounts: readonly Entry[]): PspSetups {
  // Whoever does not tell which PSP an account belongs to cannot have the pairs checked.
  const told = accounts.some((account) => account.psps !== undefined)
  const accountsOf = new Map<string, string[]>()
  for (const { value, psps: owners = [] } of accounts)
    for (const psp of owners) accountsOf.set(psp, [...(accountsOf.get(psp) ?? []), value])
  return Object.fromEntries(
    psps.map(({ value, txTypes, currencies, converts }) => [
      value,
      {
        ...(txTypes && { txTypes }),
        ...(currencies && { currencies }),
        ...(converts && { converts }),
        ...(told && { accounts: accountsOf.get(value) ?? [] }),
      },
    ]),
  )
}
