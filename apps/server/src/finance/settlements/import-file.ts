import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import type { SettlementPreview } from '@signalbox/model/calls/settlement'
import { largestSettlementFile } from '@signalbox/model/settlements/file-limits'
import type { People } from '@signalbox/model/access/people'
import { toWire } from '@signalbox/model/money/money-schema'
import { isTooLarge } from '@signalbox/model/money/money'
import { notAnAmount, parseSignedMoney } from '@signalbox/model/money/money-text'
import { acceptedStates } from '@signalbox/model/settlements/settlement-words'
import type { SettlementLine } from '@signalbox/model/settlements/read-line'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { counted } from '@signalbox/model/text/counted'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { feesOf, FileSummary } from './control-totals.ts'
import {
  allowLongReading,
  dropUnusedFiles,
  insertBatch,
  insertLines,
  keepFile,
  knownBatches,
  markRejected,
  readKeptFile,
  type NewLine,
} from './import-store.ts'
import { matchBatch, type SettlementDeps } from './match-batch.ts'
import { lockBatch, setBatchState } from './match-store.ts'
import type { ChosenProfile } from './profiles.ts'
import { linesOf } from './read-file.ts'
import { closeVirtualCases } from './void-lines.ts'

const compress = promisify(gzip)

/** Whose file it is and who brings it. */
export interface Importer {
  readonly merchantId: number
  readonly username: string
  readonly people: People
}

export interface FileAccount {
  readonly psp: string
  readonly pspAccount: string
  readonly profile: ChosenProfile
}

/** What the figures of a check hang on: whose file it is, and how it is read. */
function checkOf({ psp, pspAccount, profile }: FileAccount): { account: string; entry: string } {
  const account = `${psp}/${pspAccount}`
  const reading = createHash('sha256')
    .update(canonicalJson([profile.reading, profile.bankAccount]))
    .digest('hex')
  return { account, entry: `${reading} ${account}` }
}

/** What somebody saw when they checked a file is imported: for no other PSP or account, and read in no other way. */
async function checkedFile(tx: Tx, merchantId: number, sha256: string, given: FileAccount) {
  const refuse = (field: string, code: string, message: string) => invalid({ field, code, message })
  const file = await readKeptFile(tx, merchantId, sha256)
  const { account, entry } = checkOf(given)
  if (file?.checkedFor.includes(entry)) return file
  const accounts = [...new Set(file?.checkedFor.map((each) => each.slice(each.indexOf(' ') + 1)))]
  if (accounts.length === 0)
    throw refuse('sha256', 'UNKNOWN', 'Check the file first: no such file was checked')
  if (accounts.includes(account))
    throw refuse(
      'profileId',
      'NOT_CHECKED',
      'The file was checked with another import profile. Check it again.',
    )
  const message = `The file was checked for ${accounts.join(', ')}, not for ${account}. Check it again.`
  throw refuse('psp', 'NOT_CHECKED', message)
}

const keptMs = 24 * 3_600_000

async function summaryOf(source: Readable, profile: ChosenProfile): Promise<FileSummary> {
  const summary = new FileSummary()
  for await (const row of linesOf(source, profile.reading)) summary.add(row)
  return summary
}

/** Pieces, so that nobody waits for the end of a large file. */
function* piecesOf(text: string): Generator<string> {
  const size = 64 * 1024
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size)
}

const wire = (minor: bigint, currency: string) => toWire({ minor, currency })

export const shownLine = (line: SettlementLine) => ({
  type: line.type,
  merchantRef: line.merchantRef,
  pspRefId: line.pspRefId,
  bookedAt: line.bookedAt,
  gross: wire(line.grossMinor, line.grossCurrency),
  fees: wire(feesOf(line), line.netCurrency),
  net: wire(line.netMinor, line.netCurrency),
})

function warningsOf(summary: FileSummary, content: string, today: string): string[] {
  const totals = summary.totals()
  const { totalRow, repeatedLines, offLines, firstOffLine } = summary
  return [
    ...(/[\r\n]$/.test(content) ? [] : ['The file does not end with a line end. It may be cut off.']),
    ...(repeatedLines > 0
      ? [`${counted(repeatedLines, 'line stands', 'lines stand')} in the file more than once.`]
      : []),
    ...(offLines > 0
      ? [
          `${counted(offLines, 'line does', 'lines do')} not add up, the first is line ${firstOffLine}: gross minus fees is not the net.`,
        ]
      : []),
    ...(totalRow && totals && totalRow.totalMinor !== totals.netMinor
      ? ['The lines do not add up to the total of the file. It may be cut off.']
      : []),
    ...(totals && totals.payoutDate > today
      ? [`The payout date ${totals.payoutDate} is in the future.`]
      : []),
  ]
}

/** Checks every line. A file without errors is kept for a day, so that it can be imported by its SHA-256. */
export async function previewFile(
  unit: UnitOfWork,
  importer: Importer,
  account: FileAccount,
  file: { readonly name: string; readonly content: string },
): Promise<SettlementPreview> {
  const sizeBytes = Buffer.byteLength(file.content)
  if (sizeBytes > largestSettlementFile)
    throw new Refusal('TOO_LARGE', { message: 'A settlement file can have at most 50 MB.' })
  const { merchantId } = importer
  await allowLongReading(unit.tx)
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  const summary = await summaryOf(Readable.from(piecesOf(file.content)), account.profile)
  if (summary.lines === 0 && summary.problemCount === 0)
    summary.add({ no: 1, problems: [{ line: 1, column: '', message: 'The file has no lines.' }] })
  if (summary.problemCount === 0) {
    const content = await compress(file.content)
    await keepFile(unit.tx, {
      merchantId,
      sha256,
      name: file.name,
      sizeBytes,
      content,
      checkedFor: checkOf(account).entry,
      uploadedBy: importer.username,
      at: unit.now,
    })
  }
  await dropUnusedFiles(unit.tx, merchantId, new Date(unit.now.getTime() - keptMs))
  unit.audit({
    merchantId,
    entityType: 'settlement-batch',
    entityId: sha256,
    entityLabel: file.name,
    action: 'CHECK_FILE',
    after: { sha256, psp: account.psp, rows: summary.rows, problems: summary.problemCount },
  })
  return previewOf(
    unit,
    { ...account, merchantId, sha256 },
    summary,
    warningsOf(summary, file.content, unit.now.toISOString().slice(0, 10)),
  )
}

async function previewOf(
  { tx }: UnitOfWork,
  key: FileAccount & { readonly merchantId: number; readonly sha256: string },
  summary: FileSummary,
  warnings: string[],
): Promise<SettlementPreview> {
  const totals = summary.totals()
  const known = await knownBatches(tx, { ...key, batchRef: totals?.batchRef ?? null })
  const older = known.find(({ fileSha256 }) => fileSha256 !== key.sha256)
  const currency = totals?.currency ?? ''
  const declared = summary.totalRow
  return {
    sha256: key.sha256,
    profile: key.profile.name,
    rows: summary.rows,
    problems: summary.problems,
    problemCount: summary.problemCount,
    warnings,
    repeatedLines: summary.repeatedLines,
    batch: totals && {
      batchRef: totals.batchRef,
      payoutDate: totals.payoutDate,
      grossCredit: wire(totals.grossCreditMinor, currency),
      grossDebit: wire(totals.grossDebitMinor, currency),
      feeTotal: wire(totals.feeTotalMinor, currency),
      adjustments: wire(totals.adjustmentsMinor, currency),
      net: wire(totals.netMinor, currency),
      declaredNet: declared && wire(declared.totalMinor, declared.currency),
    },
    firstLines: summary.firstLines.map(shownLine),
    supersedes: older
      ? { id: older.id, state: older.state, isReplaceable: !acceptedStates.includes(older.state) }
      : null,
    alreadyImported: known.some(({ fileSha256 }) => fileSha256 === key.sha256),
  }
}

export interface CommitOptions {
  readonly sha256: string
  readonly supersede?: boolean | undefined
  /** What the PSP says it pays out, where that is known from elsewhere. */
  readonly declaredNet?: string | undefined
}

const linesAtOnce = 2_000

/** Writes the lines as they are read, a few thousand at a time. */
async function writeLines(
  unit: UnitOfWork,
  batch: { readonly merchantId: number; readonly id: string; readonly username: string },
  content: Buffer,
  profile: ChosenProfile,
): Promise<void> {
  let waiting: NewLine[] = []
  const flush = async () => {
    if (waiting.length > 0) await insertLines(unit.tx, { ...batch, now: unit.now }, waiting)
    waiting = []
  }
  for await (const row of linesOf(Readable.from([content]).pipe(createGunzip()), profile.reading)) {
    if (!('line' in row)) continue
    waiting.push({ id: unit.newId(), no: row.no, line: row.line })
    if (waiting.length >= linesAtOnce) await flush()
  }
  await flush()
}

/** Takes the place of the batch with the same reference, or refuses. */
async function makeRoom(
  unit: UnitOfWork,
  importer: Importer,
  key: {
    readonly psp: string
    readonly pspAccount: string
    readonly batchRef: string
    readonly sha256: string
  },
  supersede: boolean,
): Promise<void> {
  const { merchantId } = importer
  const known = await knownBatches(unit.tx, { merchantId, ...key }, true)
  if (known.some(({ fileSha256 }) => fileSha256 === key.sha256))
    throw new Refusal('DUPLICATE', { message: 'This file is already imported.' })
  for (const older of known) {
    if (acceptedStates.includes(older.state))
      throw new Refusal('INVALID_STATE', {
        message: `Batch ${key.batchRef} is accepted and cannot be superseded.`,
      })
    if (!supersede)
      throw new Refusal('DUPLICATE', {
        message: `Batch ${key.batchRef} is imported with other content. Choose supersede to replace it.`,
        refs: [older.id],
      })
    const { id } = older
    await closeVirtualCases(unit, { merchantId, id, batchRef: key.batchRef }, importer.username)
    await markRejected(unit.tx, { merchantId, id }, { now: unit.now, by: importer.username })
    unit.audit({
      merchantId,
      entityType: 'settlement-batch',
      entityId: older.id,
      entityLabel: key.batchRef,
      action: 'SUPERSEDE',
      before: { state: older.state },
      after: { state: 'REJECTED', supersededBy: key.sha256 },
    })
    unit.emit({ merchantId, topic: 'settlement-batch', key: older.id, payload: { changeType: 'UPDATE' } })
  }
}

function declaredMinor(given: string | undefined, summary: FileSummary, currency: string): bigint | null {
  if (given === undefined || given === '') return summary.totalRow?.totalMinor ?? null
  const money = parseSignedMoney(given, currency)
  if (!money || isTooLarge(money.minor))
    throw invalid({ field: 'declaredNet', code: 'INVALID', message: notAnAmount(given, currency) })
  return money.minor
}

/** Imports a file that was checked, all of it or nothing, and matches it. */
export async function commitFile(
  unit: UnitOfWork,
  deps: SettlementDeps,
  importer: Importer,
  account: FileAccount,
  options: CommitOptions,
) {
  const { merchantId, username, people } = importer
  const { psp, pspAccount, profile } = account
  await allowLongReading(unit.tx)
  // Two people with the same file take turns, and the second is told of the first.
  await lockByName(unit.tx, `settlement import ${merchantId} ${psp}/${pspAccount}`)
  const file = await checkedFile(unit.tx, merchantId, options.sha256, account)
  const source = () => Readable.from([file.content]).pipe(createGunzip())
  const summary = await summaryOf(source(), profile)
  const totals = summary.totals()
  if (!totals || summary.problemCount > 0)
    throw new Refusal('INVALID_STATE', { message: 'The file has errors with this profile. Check it again.' })
  await makeRoom(
    unit,
    importer,
    { psp, pspAccount, ...totals, sha256: options.sha256 },
    options.supersede ?? false,
  )
  const id = unit.newId()
  const key = { merchantId, id, username }
  await insertBatch(unit.tx, {
    ...totals,
    ...key,
    psp,
    pspAccount,
    fileName: file.name,
    sha256: options.sha256,
    profile: profile.name,
    bankAccount: profile.bankAccount,
    declaredNetMinor: declaredMinor(options.declaredNet, summary, totals.currency),
    lines: summary.lines,
    people,
    now: unit.now,
  })
  await writeLines(unit, key, file.content, profile)
  const batch = await lockBatch(unit.tx, key)
  if (!batch) throw new Error('A batch was written and is gone')
  const counted = await matchBatch(unit, deps, batch, username)
  await setBatchState(unit.tx, key, counted.state)
  unit.audit({
    merchantId,
    entityType: 'settlement-batch',
    entityId: id,
    entityLabel: totals.batchRef,
    action: 'IMPORT',
    after: {
      psp,
      pspAccount,
      sha256: options.sha256,
      lines: counted.lines,
      differences: counted.differences,
    },
  })
  unit.emit({ merchantId, topic: 'settlement-batch', key: id, payload: { changeType: 'CREATE' } })
  return { id, state: counted.state, lines: counted.lines, differences: counted.differences }
}
