import { sql } from 'kysely'
import type { ChangedCase } from '@signalbox/model/calls/case'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { CaseRow } from '@signalbox/model/entities/case'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { atMost } from '../at-most.ts'
import type { ConsoleClient } from '../console-client.ts'
import { pick, type Draw } from '../draw.ts'
import type { Violation } from '../oracle.ts'
import type { Rig } from '../round.ts'
import { sandboxClient, type SandboxClient } from '../sandbox-client.ts'
import { violation } from '../scenario.ts'
import { pause, until } from '../waiting.ts'
import { evidenceOf, isMissing, waitingForApproval, type Evidence } from './psp-evidence.ts'
import type { Tally } from './tally.ts'

const platform = 1000
const endsWithinMs = 300_000
const waitsForPspMs = 5_000
const mostPasses = 6
const atOnce = 8
const perPage = 200
const text = 'The random walk looked into it'
/** The PSP has moved the money and the merchant refused it: told again, it would refuse again. */
const refusedByMerchant = StatusNo.ERR_INCONSISTENT_TRANSACTION

interface StaffTools {
  readonly rig: Rig
  readonly admin: ConsoleClient
  readonly approver: ConsoleClient
  /** Confirms what one person alone may not decide. */
  readonly colleague: ConsoleClient
  readonly sandbox: SandboxClient
  readonly draw: Draw
  readonly tally: Tally
}

/** What somebody is about to do about a case. */
interface Work {
  readonly does: string
  readonly run: () => Promise<unknown>
  /** The PSP is asked, and may not know yet. */
  readonly mayWait?: boolean
}
type Way = (tools: StaffTools, sheet: CaseSheet) => Promise<Work> | Work | undefined

const atMerchant = ({ merchantId }: CaseRow): string => `merchantId=${merchantId}`

/** Of much that a PSP has not confirmed one person asks, and another one confirms the same. */
async function byTwo(
  { admin, colleague, rig }: StaffTools,
  { merchantId, txId }: CaseRow,
  send: (person: ConsoleClient) => Promise<unknown>,
): Promise<void> {
  await send(admin)
  const { rows } = await sql<{ asked: boolean }>`select step_state->'successAskedBy' is not null as asked
    from transaction where merchant_id = ${merchantId} and id = ${txId}`.execute(rig.db)
  if (rows[0]?.asked) await send(colleague)
}

/** What the page of the payment offers beside the case, as far as it says what is true. */
async function operate(tools: StaffTools, sheet: CaseSheet, evidence: Evidence): Promise<Work | undefined> {
  const { done } = evidence
  const at = `/transaction/${sheet.txId}`
  const read = (person: ConsoleClient) => person.get<TransactionRow>(`${at}?${atMerchant(sheet)}`)
  const { allowedOps, version } = await read(tools.admin)
  const truthful = ['check', 'reprocess', done ? 'force-successful' : 'force-failed']
  const offered = truthful.filter((op) => allowedOps.includes(op))
  if (offered.length === 0) return undefined
  const op = pick(tools.draw, offered)
  const isForced = op.startsWith('force-')
  return {
    does: op,
    mayWait: !isForced,
    run: () =>
      byTwo(tools, sheet, async (person) =>
        person.post(`${at}/${op}?${atMerchant(sheet)}`, {
          version: person === tools.admin ? version : (await read(person)).version,
          info: text,
          ...(isForced && {
            tagId: sheet.reasons[0]?.id,
            sendToMerchant: sheet.txStatusNo !== refusedByMerchant,
          }),
          ...(op === 'force-successful' && { pspRefId: done?.id, ...movedAmount(sheet, evidence) }),
        }),
      ),
  }
}

/** What moved by the PSP's own book, where it told of another amount than it was asked for. */
const movedAmount = ({ amountInDoubt }: CaseSheet, { done, moved }: Evidence) =>
  done && amountInDoubt && moved ? { amount: moved } : {}

async function decide(tools: StaffTools, sheet: CaseSheet): Promise<Work> {
  const evidence = await evidenceOf(tools.sandbox, sheet)
  const { done, undecided } = evidence
  if (!done && undecided) {
    const accepted = tools.draw() < 0.7
    return {
      does: `PSP ${accepted ? 'accepts' : 'refuses'} at last`,
      run: () => tools.sandbox.confirm(undecided.id, accepted),
    }
  }
  const operation = tools.draw() < 0.5 ? await operate(tools, sheet, evidence) : undefined
  if (operation) return operation
  const outcome = done ? 'SUCCESSFUL' : 'FAILED'
  const sendToMerchant = sheet.txStatusNo !== refusedByMerchant && tools.draw() < 0.5
  return {
    does: `resolve ${outcome}`,
    run: () => {
      const at = `/case/${sheet.id}`
      const fresh = (person: ConsoleClient) => person.get<CaseSheet>(`${at}?${atMerchant(sheet)}`)
      return byTwo(tools, sheet, async (person) =>
        person.post<ChangedCase>(`${at}/resolve?${atMerchant(sheet)}`, {
          version: person === tools.admin ? sheet.version : (await fresh(person)).version,
          txStatusNo: sheet.txStatusNo,
          outcome,
          evidence: 'The book of the PSP',
          reference: done?.id ?? 'no operation',
          tagId: sheet.reasons[0]?.id,
          sendToMerchant,
          ...movedAmount(sheet, evidence),
        }),
      )
    },
  }
}

/** The ways to end a case that it offers, each told how it is gone. */
const ways: Readonly<Record<string, Way>> = {
  resolve: decide,
  attach: ({ admin }, sheet) => {
    const [candidate] = sheet.candidates
    if (!candidate) return undefined
    return {
      does: 'attach',
      run: () =>
        admin.post(`/case/${sheet.id}/attach?${atMerchant(sheet)}`, {
          version: sheet.version,
          txId: candidate.txId,
          text,
        }),
    }
  },
  dismiss: ({ admin }, sheet) => ({
    does: 'dismiss',
    run: () => admin.post(`/case/${sheet.id}/dismiss?${atMerchant(sheet)}`, { version: sheet.version, text }),
  }),
  apply: ({ admin }, sheet) => ({
    does: 'apply',
    run: () => admin.post(`/case/${sheet.id}/apply?${atMerchant(sheet)}`, { version: sheet.version, text }),
  }),
  book: ({ admin, colleague }, sheet) => ({
    does: 'book with a difference',
    run: () => bookDifference([admin, colleague], sheet),
  }),
  close: ({ admin, draw }, sheet) => ({
    does: 'close',
    run: () =>
      admin.post(`/case/${sheet.id}/close?${atMerchant(sheet)}`, {
        version: sheet.version,
        resolution: pick(draw, ['NO_ACTION', 'WRITTEN_OFF'] as const),
        text,
      }),
  }),
}

/** One person books it; where it is much, that is a proposal, and another one confirms it. */
async function bookDifference(people: readonly ConsoleClient[], sheet: CaseSheet): Promise<void> {
  let { version } = sheet
  for (const person of people) {
    const booked = await person.post<ChangedCase>(`/case/${sheet.id}/book?${atMerchant(sheet)}`, {
      version,
      text,
    })
    if (booked.state === 'RESOLVED') return
    version = booked.version
  }
}

async function openCases({ admin }: StaffTools): Promise<CaseRow[]> {
  const cases: CaseRow[] = []
  for (let start = 0; ; start += perPage) {
    const { items } = await admin.get<{ items: CaseRow[] }>(
      `/case?merchantId=${platform}&start=${start}&limit=${perPage}`,
    )
    cases.push(...items)
    if (items.length < perPage) return cases
  }
}

/** Whether a case is over or its payment has moved: what somebody did had an effect. */
async function hadEffect({ rig }: StaffTools, sheet: CaseSheet): Promise<boolean> {
  const { rows } = await sql<{ state: string; statusNo: number | null }>`select c.state, t.status_no
    from investigation_case c left join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
    where c.id = ${sheet.id}`.execute(rig.db)
  const [row] = rows
  return row === undefined || row.state === 'RESOLVED' || row.statusNo !== sheet.txStatusNo
}

/** Whether there were any. */
async function denyRefunds({ rig, approver, tally }: StaffTools, sheet: CaseSheet): Promise<boolean> {
  const waiting = await waitingForApproval(rig, sheet.txId ?? 0)
  for (const id of waiting) {
    const at = `/transaction/${id}`
    const { version } = await approver.get<TransactionRow>(`${at}?${atMerchant(sheet)}`)
    const denied = approver.post(`${at}/deny?${atMerchant(sheet)}`, { version, info: text })
    // Whoever works on another case of the same payment may have denied it a moment before.
    await denied.catch((error: unknown) => {
      if (!String(error).includes('Already denied by')) throw error
    })
    tally.add('cases', 'refund denied for a dispute')
  }
  return waiting.length > 0
}

/**
 * A colleague may have been faster with another case of the same payment, the platform may have tried again while
 * somebody looked (they look once more, and a case nobody can end is told of in the end), and whoever asks a PSP too
 * often has to wait.
 */
async function isStillOffered(
  tools: StaffTools,
  row: CaseRow,
  name: string,
  refusal: string,
): Promise<boolean> {
  if (refusal.includes('RATE_LIMITED')) {
    await pause(waitsForPspMs)
    return false
  }
  if (refusal.includes('VERSION_CONFLICT')) return false
  const { allowed } = await tools.admin.get<CaseSheet>(`/case/${row.id}?${atMerchant(row)}`)
  return allowed.includes(name)
}

/** Whatever goes wrong with one case is told of it, and everybody goes on with the others. */
async function workOn(tools: StaffTools, row: CaseRow): Promise<Violation[]> {
  try {
    return await doSomething(tools, row)
  } catch (error) {
    return [violation('cases can be worked on', `${row.type} ${row.txId ?? row.id}`, String(error))]
  }
}

async function doSomething(tools: StaffTools, row: CaseRow): Promise<Violation[]> {
  const sheet = await tools.admin.get<CaseSheet>(`/case/${row.id}?${atMerchant(row)}`)
  const offered = Object.keys(ways).filter((name) => sheet.allowed.includes(name))
  // A report that fits or not as a refund ends is nobody's to decide before that.
  if (offered.length === 0) {
    await denyRefunds(tools, sheet)
    return []
  }
  // What the PSP has moved is not dismissed, and what it has not moved is not booked.
  const missing = await isMissing(tools.rig, tools.sandbox, sheet)
  const honest = offered.filter((name) => !(missing ? ['dismiss'] : ['apply', 'book']).includes(name))
  // No room for it while refunds have taken all that is left: some decide about these first, and the case fits after them.
  if (missing && !honest.includes('apply') && tools.draw() < 0.5 && (await denyRefunds(tools, sheet)))
    return []
  if (honest.length === 0) return []
  const name = pick(tools.draw, honest)
  const work = await ways[name]?.(tools, sheet)
  if (!work) return []
  const about = `${row.type} ${row.txId ?? row.id} (${sheet.txStatusNo})`
  try {
    await work.run()
  } catch (error) {
    if (!(await isStillOffered(tools, row, name, String(error)))) return []
    return [violation('what is offered can be done', about, `${work.does}: ${String(error)}`)]
  }
  tools.tally.add('cases', `${row.type} ${sheet.txStatusNo ?? ''}: ${work.does}`)
  const timeoutMs = work.mayWait ? waitsForPspMs : endsWithinMs
  const ended = await until(() => hadEffect(tools, sheet), timeoutMs)
  return ended || work.mayWait
    ? []
    : [violation('what is offered ends the case', about, `${work.does} changed nothing`)]
}

/** Staff take every open case and do something about it that it offers, until there is none left. */
export async function workOnCases(
  given: Omit<StaffTools, 'sandbox'>,
): Promise<{ readonly violations: Violation[]; readonly left: number }> {
  const tools: StaffTools = { ...given, sandbox: sandboxClient(given.rig.sandboxUrl) }
  const violations: Violation[] = []
  let open = await openCases(tools)
  for (let pass = 1; open.length > 0 && pass <= mostPasses; pass++) {
    await atMost(atOnce, open, async (row) => violations.push(...(await workOn(tools, row))))
    open = await openCases(tools)
  }
  return {
    violations: [
      ...violations,
      ...open.map(({ type, txId, id, statusCode }) =>
        violation('every case comes to an end', `${type} ${txId ?? id}`, `is still open: ${statusCode}`),
      ),
    ],
    left: open.length,
  }
}
