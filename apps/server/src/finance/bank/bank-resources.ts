import { bankAccount } from '@signalbox/model/entities/bank-account'
import { bankEntry } from '@signalbox/model/entities/bank-entry'
import { bankStatement } from '@signalbox/model/entities/bank-statement'
import { isMistypedIban } from '@signalbox/model/reference/account-number'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { Resource } from '../../kit/resource.ts'
import { ownKeySubject } from '../../kit/subject-seal.ts'
import { entryFilters, statementFilters } from './filter-store.ts'
import { entryOperations } from './entry-operations.ts'
import type { PayoutBatches } from './payout-batches.ts'
import { hasStatements, recount } from './statement-store.ts'
import { plainAccountNo } from './statement.ts'

export interface BankResources {
  readonly accounts: Resource<typeof bankAccount>
  readonly statements: Resource<typeof bankStatement>
  readonly entries: Resource<typeof bankEntry>
}

const wordsOfBank = ['title', 'counterparty', 'reference', 'bankRef', 'text', 'matchNote'] as const

type Input = Record<string, unknown>

function withKey(input: Input): Input {
  if (typeof input.accountNo !== 'string') return input
  if (isMistypedIban(input.accountNo))
    throw invalid({ field: 'accountNo', code: 'IBAN', message: texts.invalidIban })
  return { ...input, accountKey: plainAccountNo(input.accountNo) }
}

/** Statements are known by number and currency; once there are some, both stay. */
const accounts = () =>
  new Resource(bankAccount, {
    beforeCreate: async (_work, input) => withKey(input),
    beforeUpdate: async (work, input, current) => {
      const isAnother =
        (input.currency !== undefined && input.currency !== current.currency) ||
        (typeof input.accountNo === 'string' &&
          plainAccountNo(input.accountNo) !== plainAccountNo(current.accountNo))
      if (isAnother && (await hasStatements(work.tx, current.merchantId, current.id)))
        throw new Refusal('IN_USE', {
          message: 'Statements of this account are imported; its number and currency cannot change.',
        })
      return withKey(input)
    },
    beforeRemove: async (work, current) => {
      if (await hasStatements(work.tx, current.merchantId, current.id))
        throw new Refusal('IN_USE', { message: 'Statements of this account are imported.' })
    },
  })

export function bankResources(payouts: PayoutBatches): BankResources {
  const entries = new Resource(bankEntry, {
    filters: () => entryFilters,
    operations: entryOperations(payouts),
    // Banks name who paid.
    audited: (_before, after, work) =>
      after
        ? {
            entityLabel: `Line ${after.lineNo} of statement ${after.statementRef}`,
            subject: ownKeySubject(after.merchantId, work.newId(), wordsOfBank),
          }
        : {},
    afterChange: async (work, { after }) => {
      if (after) await recount(work.tx, after.merchantId, [after.statementId])
    },
  })
  return {
    accounts: accounts(),
    statements: new Resource(bankStatement, { filters: () => statementFilters }),
    entries,
  }
}
