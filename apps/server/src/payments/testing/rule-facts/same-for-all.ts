import { decisionTables } from '@signalbox/model/rules/tables/index'

/** Facts that are the same wherever they are offered, for now. */
const everywhere: Readonly<Record<string, string>> = {
  hasSchemeToken: 'No merchant of these payments uses network tokens; token-payments.test.ts pays with them.',
  fraudProvider: 'There is one fraud provider to choose from.',
}

/** Facts that are the same for every payment that comes by a table, because of what the table is about. */
const here: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'psp-fallback': { txState: 'Only payments that failed come here.' },
  fee: { attemptNo: 'The price is set before the first attempt and stays.' },
  'void-capture': {
    method: 'Only deposits are reserved.',
    apiSource: 'Only whoever is at the cashier can have money reserved.',
    psp: 'One of the PSPs there are can reserve.',
    authType: 'Only reserved money comes here.',
    scaRequired: 'Only what succeeded comes here.',
    txState: 'Only what succeeded comes here.',
    txStatusCode: 'Only what waits for its capture comes here.',
    pspStatusCode: 'The PSP that can reserve has one code for success.',
    info: 'The PSP that can reserve has one text for success.',
    retryClass: 'Only of a refusal before the success; one class lets another PSP try.',
  },
  '3ds2-routing': { method: 'Only deposits are authenticated.' },
  '3ds2-fallback': {
    method: 'Only deposits are authenticated.',
    mpi: 'There is one 3DS server to choose from.',
  },
  vat: { subject: 'Fees are taxed; products and invoices come with their screens.' },
}

/** `table fact` of everything that tells no payments apart. */
export const sameForAll: readonly string[] = decisionTables.flatMap(({ slug, conditions }) =>
  conditions.filter((key) => key in everywhere || key in (here[slug] ?? {})).map((key) => `${slug} ${key}`),
)

/** What is said above about tables and facts that are not declared. */
export const saidOfNothing: readonly string[] = [
  ...Object.keys(everywhere).filter(
    (key) => !decisionTables.some(({ conditions }) => conditions.includes(key)),
  ),
  ...Object.entries(here).flatMap(([table, facts]) => {
    const offered = decisionTables.find(({ slug }) => slug === table)?.conditions ?? []
    return Object.keys(facts)
      .filter((key) => !offered.includes(key))
      .map((key) => `${table} ${key}`)
  }),
]
