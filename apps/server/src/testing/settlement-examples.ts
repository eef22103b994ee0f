import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { genericProfile } from '@signalbox/model/settlements/import-profile'
import { fileOf, rightLine } from '../finance/settlements/testing/planted-file.ts'
import {
  merchantId,
  plannedPayments,
  plantPayments,
  psp,
  pspAccount,
  type PlantedPayment,
} from '../finance/settlements/testing/planted-store.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'

interface SettlementExampleDeps {
  readonly by: (username: string) => Promise<Client>
  readonly deps: () => KitDeps
}

const at = `merchantId=${merchantId}`
const account = { psp, pspAccount }

const accepted = ({ version }: { version: number }) => ({ version, cause: 'OTHER' })

type Examples = Record<string, () => Promise<Answer>>

async function made(answer: Promise<Answer>) {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body as { id: string; version: number }
}

/** Files of one payment each, and the batches that come of them. */
function settlementMaker({ by, deps }: SettlementExampleDeps) {
  let turn = 0
  const dayOf = (no: number) => new Date(Date.UTC(2025, 0, 1 + no)).toISOString().slice(0, 10)
  const file = async (off = 0n) => {
    const payments = plannedPayments(1, dayOf(++turn))
    await plantPayments(deps().db, payments, deps().newId)
    const [payment] = payments as [PlantedPayment]
    const line = rightLine(payment)
    const lines = [{ ...line, minor: line.minor + off }]
    const content = fileOf(`example-${turn}`, payment.at.slice(0, 10), lines)
    return { payment, content, sha256: createHash('sha256').update(content).digest('hex') }
  }
  const preview = async (content: string) => {
    const client = await by('finance')
    return client.post(`/settlement/import/preview?${at}`, { ...account, fileName: 'example.csv', content })
  }
  const commit = async (off?: bigint) => {
    const { content, sha256, payment } = await file(off)
    await made(preview(content))
    const client = await by('finance')
    return { answer: await client.post(`/settlement/import/commit?${at}`, { ...account, sha256 }), payment }
  }
  const batch = async (off?: bigint) => {
    const { answer, payment } = await commit(off)
    const { id } = await made(Promise.resolve(answer))
    const { version } = await made((await by('finance')).get(`/settlement-batch/${id}?${at}`))
    return { id, version, payment }
  }
  const openLines = async (id: string) => {
    const answer = await (await by('finance')).get(`/settlement-line?${at}&batchId=${id}&open=true`)
    return (answer.body as { items: { id: string; version: number; origin: string }[] }).items
  }
  /** Nothing of it is open: what other examples left out is missing in it. */
  const decided = async () => {
    const { id } = await batch()
    const client = await by('finance')
    for (const line of await openLines(id))
      await made(client.post(`/settlement-line/${line.id}/accept-difference?${at}`, accepted(line)))
    return made(client.get(`/settlement-batch/${id}?${at}`))
  }
  return { file, preview, commit, batch, openLines, decided }
}

type Maker = ReturnType<typeof settlementMaker>

function batchExamples(
  { by }: SettlementExampleDeps,
  { file, preview, commit, batch, decided }: Maker,
): Examples {
  const on = async (id: string, version: number, name: string, body: object = {}, who = 'finance') =>
    (await by(who)).post(`/settlement-batch/${id}/${name}?${at}`, { version, ...body })
  const onNew =
    (name: string, body: object = {}) =>
    async () => {
      const { id, version } = await batch()
      return on(id, version, name, body)
    }
  const accept = async () => {
    const { id, version } = await decided()
    return on(id, version, 'accept', {}, 'admin')
  }
  const confirmPayout = async () => {
    const { id, version, payment } = await batch()
    const bookedOn = payment.at.slice(0, 10)
    return on(id, version, 'confirm-payout', { bankRef: 'B', amount: '1.00', bookedOn })
  }
  return {
    'POST /settlement/import/preview': async () => preview((await file()).content),
    'POST /settlement/import/commit': async () => (await commit()).answer,
    'POST /settlement-batch/{id}/accept': accept,
    'POST /settlement-batch/{id}/rematch': onNew('rematch'),
    'POST /settlement-batch/{id}/reject': onNew('reject', { reason: 'coverage' }),
    'POST /settlement-batch/{id}/confirm-payout': confirmPayout,
    'POST /settlement-batch/{id}/undo-payout': async () => {
      const { id, version } = await made(confirmPayout())
      return on(id, version, 'undo-payout', { reason: 'coverage' })
    },
    'POST /settlement-batch/{id}/unaccept': async () => {
      const { id, version } = await made(accept())
      return on(id, version, 'unaccept', { reason: 'coverage' })
    },
  }
}

function lineExamples({ by }: SettlementExampleDeps, { batch, openLines }: Maker): Examples {
  const line = (name: string, body: (payment: PlantedPayment) => object, before?: string) => async () => {
    const { id, payment } = await batch(7n)
    const client = await by('finance')
    const found = (await openLines(id)).find(({ origin }) => origin === 'FILE')
    const path = `/settlement-line/${found?.id}`
    const seen = { version: found?.version }
    const { version } = before
      ? await made(client.post(`${path}/${before}?${at}`, { ...seen, cause: 'OTHER' }))
      : seen
    return client.post(`${path}/${name}?${at}`, { version, ...body(payment) })
  }
  return {
    'POST /settlement-line/{id}/link': line('link', ({ reference }) => ({ txRefId: reference })),
    'POST /settlement-line/{id}/split': line('split', () => ({ amounts: ['50.07', '50.00'] })),
    'POST /settlement-line/{id}/accept-difference': line('accept-difference', () => ({ cause: 'OTHER' })),
    'POST /settlement-line/{id}/write-off': line('write-off', () => ({ reason: 'coverage' })),
    'POST /settlement-line/{id}/investigate': line('investigate', () => ({ reason: 'coverage' })),
    'POST /settlement-line/{id}/reopen': line('reopen', () => ({}), 'accept-difference'),
  }
}

function profileExamples({ by }: SettlementExampleDeps): Examples {
  let turn = 0
  const { columns, splitColumns, typeWords } = genericProfile
  const create = async () => {
    const title = `Example ${++turn}`
    const client = await by('finance')
    return client.post(`/settlement-profile?${at}`, { title, psp, columns, splitColumns, typeWords })
  }
  return {
    'POST /settlement-profile': create,
    'PUT /settlement-profile/{id}': async () => {
      const { id, version } = await made(create())
      return (await by('finance')).put(`/settlement-profile/${id}?${at}`, { version, decimalSign: ',' })
    },
    'DELETE /settlement-profile/{id}': async () => {
      const { id, version } = await made(create())
      return (await by('finance')).delete(`/settlement-profile/${id}?${at}&version=${version}`)
    },
  }
}

/** One successful use of every call on settlements that changes something. */
export function settlementExamples(deps: SettlementExampleDeps): Examples {
  const maker = settlementMaker(deps)
  return { ...batchExamples(deps, maker), ...lineExamples(deps, maker), ...profileExamples(deps) }
}
