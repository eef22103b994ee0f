import { sql } from 'kysely'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { statusIs } from '../../apps/server/src/kit/status-sql.ts'
import { atMost } from '../at-most.ts'
import { Crowd } from '../crowd.ts'
import { drawFrom, shuffled } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import { OneNode } from '../one-node.ts'
import { goodDeposit, payout } from '../purchases.ts'
import type { Violation } from '../oracle.ts'
import { settleAndJudge } from '../round.ts'
import { sandboxClient } from '../sandbox-client.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'

const name = 'psp-faults'
const atOnce = 8
const soonMs = 300
const lateMs = 3_000

type Step = Readonly<Record<string, unknown>>

/** How a question about a payment is answered, once. */
const badly = (answer: string): Step => ({ action: 'STATUS', answer })

/** What a provider does to a request that we asked of it. */
const faults: Readonly<Record<string, readonly Step[]>> = {
  'never reads it and is silent': [{ action: 'TIMEOUT', lost: true }],
  'does it and is silent': [{ action: 'TIMEOUT' }],
  'breaks the line before': [{ action: 'RESET', lost: true }],
  'does it and breaks the line': [{ action: 'RESET' }],
  'is unavailable': [{ action: 'RESPOND', httpStatus: 503 }],
  'has too much to do': [{ action: 'RESPOND', httpStatus: 429 }],
  'finds it wrong': [{ action: 'RESPOND', httpStatus: 400 }],
  declines: [{ action: 'RESPOND', pspCode: '05' }],
  'does it and answers rubbish': [{ action: 'RESPOND', garbage: true }],
  'answers late': [{ action: 'RESPOND', delayMs: lateMs }],
  'does it and answers letter by letter': [{ action: 'RESPOND', drip: true }],
  'signs falsely': [{ action: 'RESPOND', signature: 'BAD' }],
  'answers about another payment': [{ action: 'RESPOND', reference: 'WRONG' }],
  'moves another amount': [{ action: 'RESPOND', amountFactor: 0.9 }],
  'tells it later': [{ action: 'CALLBACK', delayMs: soonMs }],
  'tells it later, twice': [{ action: 'DUPLICATE_CALLBACK', delayMs: soonMs }],
  'tells it before it answers': [
    { action: 'RESPOND', delayMs: lateMs },
    { action: 'CALLBACK', delayMs: soonMs },
  ],
  'is imitated before it tells': [
    { action: 'CALLBACK', delayMs: soonMs, signature: 'BAD' },
    { action: 'CALLBACK', delayMs: lateMs },
  ],
  'tells of another amount': [{ action: 'CALLBACK', delayMs: soonMs, amountFactor: 0.9 }],
  'is silent, also when asked': [{ action: 'TIMEOUT' }, badly('silence'), badly('silence')],
  'is silent, and talks rubbish when asked': [{ action: 'TIMEOUT' }, badly('garbage'), badly('garbage')],
  'is silent, and has too much to do when asked': [{ action: 'TIMEOUT' }, badly('busy'), badly('busy')],
  'is silent, and breaks the line when asked': [{ action: 'TIMEOUT' }, badly('reset'), badly('reset')],
  'is silent, and names another payment when asked': [{ action: 'TIMEOUT' }, badly('wrongReference')],
}

/** The code of what nobody can find out, by what the provider did. Nothing else may stay unclear. */
const unclearCodes: Readonly<Record<string, readonly number[]>> = {
  'never reads it and is silent': [StatusNo.ERR_READ_TIMEOUT],
  'does it and is silent': [StatusNo.ERR_READ_TIMEOUT],
  'breaks the line before': [StatusNo.ERR_IO_EXCEPTION],
  'does it and breaks the line': [StatusNo.ERR_IO_EXCEPTION],
  'does it and answers rubbish': [StatusNo.ERR_UNKNOWN_RESPONSE],
  'does it and answers letter by letter': [StatusNo.ERR_READ_TIMEOUT],
  'signs falsely': [StatusNo.ERR_INVALID_SIGNATURE],
  'answers about another payment': [StatusNo.ERR_REFERENCE_MISMATCH],
  'moves another amount': [StatusNo.ERR_AMOUNT_MISMATCH],
  'tells of another amount': [StatusNo.ERR_AMOUNT_MISMATCH],
  'is silent, also when asked': [StatusNo.ERR_READ_TIMEOUT],
  'is silent, and talks rubbish when asked': [StatusNo.ERR_READ_TIMEOUT],
  'is silent, and has too much to do when asked': [StatusNo.ERR_READ_TIMEOUT],
  'is silent, and breaks the line when asked': [StatusNo.ERR_READ_TIMEOUT],
  'is silent, and names another payment when asked': [
    StatusNo.ERR_READ_TIMEOUT,
    StatusNo.ERR_REFERENCE_MISMATCH,
  ],
}

const operations = ['deposit', 'withdrawal', 'capture', 'refund', 'void'] as const

interface Cell {
  readonly operation: (typeof operations)[number]
  readonly fault: string
  /** Says which fault a request meets. */
  readonly amount: string
  readonly no: number
}

/** Every fault meets every operation. */
export const pspFaults: Scenario = {
  name,
  what: `${Object.keys(faults).length} faults of PSPs in ${operations.length} operations`,
  async *run(settings) {
    const node = await OneNode.open(settings)
    try {
      for (let round = 1; round <= settings.rounds; round++) yield await oneRound(node, settings, round)
    } finally {
      await node.close()
    }
  },
}

const cellsOf = (): Cell[] =>
  Object.keys(faults).flatMap((fault, row) =>
    operations.map((operation, column) => ({
      operation,
      fault,
      amount: `${211 + row}.${String(10 + column)}`,
      no: row * operations.length + column + 1,
    })),
  )

async function writeScripts(sandboxUrl: string, cells: readonly Cell[]): Promise<void> {
  const sandbox = sandboxClient(sandboxUrl)
  await atMost(atOnce, cells, ({ operation, fault, amount, no }) =>
    sandbox.putScript(`chaos-${no}`, {
      psp: operation === 'withdrawal' ? 'nordbank' : 'acmecards',
      priority: 1,
      // A void is about the whole amount, which its payment has met already.
      match: {
        amountRange: { from: amount, to: amount, currency: 'EUR' },
        ...(operation === 'void' && { nth: 2 }),
      },
      steps: faults[fault],
    }),
  )
}

async function oneRound(node: OneNode, { seed }: ScenarioSettings, round: number): Promise<RoundResult> {
  const run = `${name}-${seed}-${round}`
  const after = await newestPayment(node.db)
  const crowd = new Crowd()
  const cells = shuffled(drawFrom(seed + round), cellsOf())
  await writeScripts(node.sandboxUrl, cells)
  await atMost(atOnce, cells, (cell) => play(node, crowd, run, cell))
  const { violations, restMs, inconsistent, payments } = await settleAndJudge(node, crowd, after)
  violations.push(...(await wrongCodes(node, cells, after)))
  return { violations, figures: { cells: cells.length, payments, inconsistent, restMs } }
}

/** Whoever looks into a payment goes by its code. */
async function wrongCodes({ db }: OneNode, cells: readonly Cell[], after: number): Promise<Violation[]> {
  const { rows } = await sql<{ id: number; statusNo: number; minor: number }>`
    select id, status_no, abs(requested_minor)::integer as minor from transaction
    where id > ${after} and ${statusIs('status_no', 'INCONSISTENT')}`.execute(db)
  return rows.flatMap(({ id, statusNo, minor }) => {
    const cell = cells.find(({ amount }) => Number(amount.replace('.', '')) === minor)
    if (cell && unclearCodes[cell.fault]?.includes(statusNo)) return []
    const what = cell ? `${cell.operation}, PSP ${cell.fault}` : 'of no cell'
    return [violation('what is unclear has the right code', String(id), `${statusNo}: ${what}`)]
  })
}

async function play(
  node: OneNode,
  crowd: Crowd,
  run: string,
  { operation, amount, no }: Cell,
): Promise<void> {
  const { client } = node
  if (operation === 'deposit') {
    await crowd.ask(client, goodDeposit(run, no, { amount }))
    return
  }
  if (operation === 'withdrawal') {
    const { txId, state } = (await crowd.ask(client, payout(run, no, amount))) ?? {}
    if (txId !== undefined && state === 'WAITING_APPROVAL') await node.approve(txId)
    return
  }
  const authType = operation === 'refund' ? 'FINAL_AUTH' : 'PRE_AUTH'
  const paid = await crowd.ask(
    client,
    goodDeposit(run, no, { amount: operation === 'void' ? amount : '400.00', authType }),
  )
  if (paid?.state !== 'SUCCESSFUL') return
  const body = operation === 'void' ? {} : { amount: { amount, currency: 'EUR' } }
  await crowd.ask(client, {
    path: `/payments/${paid.txId}/${operation}`,
    key: `${run}-${no}-${operation}`,
    body,
  })
}
