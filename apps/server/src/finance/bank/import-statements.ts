import { createHash } from 'node:crypto'
import type { BankStatementPreview } from '@signalbox/model/calls/bank'
import { matchedByItself, type BankEntryState } from '@signalbox/model/bank/bank-states'
import { bankEntry } from '@signalbox/model/entities/bank-entry'
import type { bankStatement } from '@signalbox/model/entities/bank-statement'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { isIban } from '@signalbox/model/reference/account-number'
import { holdsCardNumber } from '@signalbox/model/text/card-number-in-text'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { keepVersions } from '../../kit/history-store.ts'
import type { BankResources } from './bank-resources.ts'
import type { Match } from './match-entry.ts'
import type { PayoutBatches } from './payout-batches.ts'
import { gapAfter, keysOf, planImport, read, type PlannedStatement } from './plan-import.ts'
import {
  insertEntries,
  noteLastStatement,
  setGaps,
  statementsOf,
  type AccountRow,
  type EntryRow,
} from './statement-store.ts'
import type { Statement, StatementEntry } from './statement.ts'

interface StatementFile {
  readonly fileName: string
  readonly content: string
  readonly addAccounts?: boolean
}

type StatementRecord = RecordOf<typeof bankStatement>

const shownEntries = 100

const counted = (matches: readonly Match[]) => {
  const of = (state: BankEntryState) => matches.filter((match) => match.state === state).length
  return {
    confirmed: of('CONFIRMED'),
    amountDiffers: of('AMOUNT_DIFFERS'),
    proposed: of('PROPOSED'),
    unmatched: of('UNMATCHED'),
  }
}

/** What looks like a card is never stored, wherever it came from. */
const withoutCards = <T extends string | null>(text: T): T =>
  (text !== null && holdsCardNumber(text) ? text.replaceAll(/\d(?=(?:\D{0,3}\d){4})/g, '•') : text) as T

function previewOf({
  statement,
  account,
  problems,
  warnings,
  entries,
}: PlannedStatement): BankStatementPreview {
  const { currency } = statement
  const wire = (minor: bigint) => toWire({ minor, currency })
  const sum = (wanted: (minor: bigint) => boolean) =>
    statement.entries.reduce((total, { minor }) => (wanted(minor) ? total + minor : total), 0n)
  return {
    statementRef: statement.ref,
    sequenceNo: statement.sequenceNo,
    accountNo: statement.accountNo,
    accountName: account?.name ?? null,
    currency,
    openedOn: statement.openedOn,
    closedOn: statement.closedOn,
    opening: wire(statement.openingMinor),
    closing: wire(statement.closingMinor),
    credits: wire(sum((minor) => minor > 0n)),
    debits: wire(sum((minor) => minor < 0n)),
    entryCount: statement.entries.length,
    problems: [...problems],
    warnings: [...warnings],
    matches: counted(entries.map(({ match }) => match)),
    entries: entries.slice(0, shownEntries).map(({ entry, match }) => ({
      bookedOn: entry.bookedOn,
      amount: wire(entry.minor),
      counterparty: withoutCards(entry.counterparty),
      reference: withoutCards(entry.reference),
      text: withoutCards(entry.text),
      state: match.state,
      batchRef: match.batch?.batchRef ?? null,
      note: match.note,
    })),
  }
}

/** What is in a file and what would become of it. */
export async function previewStatements(work: Work, payouts: PayoutBatches, file: StatementFile) {
  const statements = read(file.content)
  const options = { addAccounts: file.addAccounts ?? false, lock: false }
  const planned = await planImport(work, payouts, statements, options)
  return {
    format: statements[0]?.format ?? '',
    canImport: planned.every(({ problems }) => problems.length === 0),
    statements: planned.map(previewOf),
  }
}

function refuseProblems(planned: readonly PlannedStatement[]): void {
  const found = planned.flatMap(({ statement, problems }) =>
    problems.map((problem) => ({
      field: 'content',
      code: 'STATEMENT',
      message: `Statement ${statement.ref} of ${statement.closedOn}: ${problem}`,
    })),
  )
  if (found.length > 0) throw invalid(...found.slice(0, 100))
}

/** One account for all statements of a file that have its number. */
async function accountFor(
  work: Work,
  { accounts }: BankResources,
  { statement, account }: PlannedStatement,
  added: Map<string, AccountRow>,
): Promise<AccountRow> {
  if (account) return account
  const { currency } = statement
  // Some banks write the currency behind the IBAN.
  const accountNo = keysOf(statement).find(isIban) ?? statement.accountNo
  const key = `${accountNo} ${currency}`
  const there = added.get(key)
  if (there) return there
  const created = await accounts.create(work, { name: `${accountNo} ${currency}`, accountNo, currency })
  const row = { ...created, accountKey: accountNo }
  added.set(key, row)
  return row
}

const bankRefOf = (entry: Pick<StatementEntry, 'bankRef' | 'reference'>, statement: string, line: number) =>
  entry.bankRef ?? entry.reference ?? `${statement} line ${line}`

function rowOf(
  work: Work,
  statement: Statement,
  lineNo: number,
  { entry, match }: PlannedStatement['entries'][number],
): EntryRow {
  const money: Money = { minor: entry.minor, currency: statement.currency }
  const { batch, note, state } = match
  return {
    id: work.newId(),
    lineNo,
    title: `${statement.ref} line ${lineNo}`,
    bookedOn: entry.bookedOn,
    valueOn: entry.valueOn,
    amount: toWire(money),
    amountMinor: String(entry.minor),
    counterparty: withoutCards(entry.counterparty),
    reference: withoutCards(entry.reference),
    bankRef: withoutCards(entry.bankRef),
    text: withoutCards(entry.text) || null,
    isReversal: entry.isReversal,
    state,
    batchId: batch?.id ?? null,
    batchMerchantId: batch?.merchantId ?? null,
    batchRef: batch?.batchRef ?? null,
    psp: batch?.psp ?? null,
    expected: batch ? toWire(batch.net) : null,
    matchNote: note,
    matchedBy: state === 'CONFIRMED' ? matchedByItself : null,
  }
}

async function insertStatement(
  work: Work,
  { planned, account, file }: { planned: PlannedStatement; account: AccountRow; file: StatementFile },
  resources: BankResources,
): Promise<string> {
  const { statement, entries, fingerprint } = planned
  const { currency } = statement
  const sameDay = (await statementsOf(work.tx, account)).filter(
    ({ closedOn }) => closedOn === statement.closedOn,
  )
  const matches = counted(entries.map(({ match }) => match))
  const { id } = await resources.statements.store(work).insert({
    merchantId: account.merchantId,
    id: work.newId(),
    bankAccountId: account.id,
    accountName: account.name,
    accountNo: statement.accountNo,
    statementRef: statement.ref,
    sequenceNo: statement.sequenceNo,
    currency,
    openedOn: statement.openedOn,
    closedOn: statement.closedOn,
    opening: toWire({ minor: statement.openingMinor, currency }),
    closing: toWire({ minor: statement.closingMinor, currency }),
    openingMinor: String(statement.openingMinor),
    closingMinor: String(statement.closingMinor),
    entryCount: entries.length,
    confirmedCount: matches.confirmed,
    openCount: entries.length - matches.confirmed,
    format: statement.format,
    fileName: file.fileName,
    fileSha256: createHash('sha256').update(file.content).digest('hex'),
    fingerprint,
    ordinal: Math.max(0, ...sameDay.map(({ ordinal }) => ordinal)) + 1,
    importedBy: work.user.username,
    importedAt: work.now,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
    updatedBy: work.user.username,
  })
  return id
}

/** The entries of a statement, and the payouts they confirm. */
async function writeEntries(
  work: Work,
  payouts: PayoutBatches,
  { planned, account }: { readonly planned: PlannedStatement; readonly account: AccountRow },
  statementId: string,
): Promise<void> {
  const { statement, entries } = planned
  const rows = entries.map((each, index) => rowOf(work, statement, index + 1, each))
  await insertEntries(
    work.tx,
    {
      merchantId: account.merchantId,
      statementId,
      statementRef: statement.ref,
      accountName: account.name,
      currency: statement.currency,
      by: work.user.username,
      now: work.now,
    },
    rows,
  )
  await keepVersions(work.tx, bankEntry, {
    ids: rows.map(({ id }) => id),
    changeType: 'CREATE',
    by: work.user.username,
    note: null,
    now: work.now,
  })
  for (const [index, { entry, match }] of entries.entries())
    if (match.state === 'CONFIRMED' && match.batch)
      await payouts.confirmPayout(work, {
        merchantId: match.batch.merchantId,
        batchId: match.batch.id,
        bankRef: bankRefOf(entry, statement.ref, index + 1),
        amount: { minor: entry.minor, currency: statement.currency },
        bookedOn: entry.bookedOn,
      })
}

/** A statement may come before the one it follows: then the gap of the one behind it closes. */
async function noteGaps(work: Work, account: AccountRow): Promise<void> {
  const chain = await statementsOf(work.tx, account)
  const changed = chain.flatMap(({ id, gap, openingMinor }, index) => {
    const now = gapAfter(chain[index - 1], openingMinor, account.currency)
    return now === gap ? [] : [{ id, gap: now }]
  })
  await setGaps(work.tx, account.merchantId, changed)
  await noteLastStatement(work.tx, account)
}

/** All statements of a file or none. */
export async function importStatements(
  work: Work,
  { resources, payouts }: { readonly resources: BankResources; readonly payouts: PayoutBatches },
  file: StatementFile,
): Promise<{ statements: StatementRecord[]; matches: ReturnType<typeof counted> }> {
  const options = { addAccounts: file.addAccounts ?? false, lock: true }
  const planned = await planImport(work, payouts, read(file.content), options)
  refuseProblems(planned)
  const added = new Map<string, AccountRow>()
  const written = new Map<string, AccountRow>()
  const ids: string[] = []
  for (const each of planned) {
    const account = await accountFor(work, resources, each, added)
    written.set(account.id, account)
    const id = await insertStatement(work, { planned: each, account, file }, resources)
    await writeEntries(work, payouts, { planned: each, account }, id)
    ids.push(id)
  }
  for (const account of written.values()) await noteGaps(work, account)
  const statements: StatementRecord[] = []
  for (const id of ids) {
    const record = await resources.statements.store(work).get(id)
    await resources.statements.noteChange(work, 'CREATE', null, record, 'IMPORT', file.fileName)
    statements.push(record)
  }
  return { statements, matches: counted(planned.flatMap(({ entries }) => entries.map(({ match }) => match))) }
}
