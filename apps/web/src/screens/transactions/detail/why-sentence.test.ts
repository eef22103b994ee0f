import type { TransactionDecision } from '@signalbox/model/calls/transaction-detail'
import { expect, test } from 'vitest'
import { exampleTransaction } from '../testing/example-transaction.ts'
import { whySentence } from './why-sentence.ts'

const decision = (table: string, title: string, hits: readonly string[], name = ''): TransactionDecision => ({
  seq: 1,
  at: '2026-11-16T07:12:00.000Z',
  step: 'D3',
  table,
  title,
  route: `/rules/${table}`,
  outcome: '',
  hits,
  versions: [],
  rates: [],
  agrees: true,
  trace: {
    table,
    hits,
    outcome: null,
    draw: null,
    rows: hits.map((ref) => ({ ref, rulesetId: '', ruleId: ref, no: 1, name, result: 'HIT', failed: [] })),
  },
})

const pspName = (id: string) => (id === 'acmecards' ? 'Acme Cards' : id)

const asked = [
  decision('general-block', 'General block', []),
  decision('ip-block', 'IP block', ['1000_IB_01:4'], 'A known source of chargebacks'),
]
const routed = [
  ...asked.slice(0, 1),
  decision('psp-routing', 'PSP routing', ['1000_PR_01:2'], 'Cards in euro'),
]

test('a payment that a row refused names the table, the row and what came of it', () => {
  const why = whySentence({ ...exampleTransaction, declineStage: 'RULES' }, asked, pspName)
  expect(why).toMatch(
    /^Declined by IP block, A known source of chargebacks \(1000_IB_01:4\): An IP blocking rule was hit/,
  )
})

test('whom it was told to afterwards is not why', () => {
  const told = decision('notification', 'Notifications', ['1000_NO_01:1'], 'Every final status')
  const why = whySentence({ ...exampleTransaction, declineStage: 'RULES' }, [...asked, told], pspName)
  expect(why).toMatch(/^Declined by IP block/)
})

test('a payment that the PSP declined names the PSP and its answer, not a table', () => {
  const declined = { ...exampleTransaction, declineStage: 'PSP' as const, statusCodeNo: 506 }
  const why = whySentence({ ...declined, pspStatusCode: '51', pspStatusMessage: 'No funds' }, routed, pspName)
  expect(why).toMatch(/^Declined by Acme Cards \(51 – No funds\): /)
})

test('a payment that succeeded names the row that chose its way', () => {
  const why = whySentence(
    { ...exampleTransaction, state: 'SUCCESSFUL', statusCodeNo: 0, declineStage: null },
    routed,
    pspName,
  )
  expect(why).toContain('Decided by PSP routing, Cards in euro (1000_PR_01:2).')
})
