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

/** One successful use of every call on settlements that changes something. */
export function settlementExamples({
  by,
  deps,
}: SettlementExampleDeps): Record<string, () => Promise<Answer>> {
  let turn = 0
  const made = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    expect(status, text).toBe(200)
    return body as { id: string; version: number }
  }
  /** A file of one payment, with a line that may be off. */
  const file = async (off = 0n) => {
    turn++
    const payments = plannedPayments(
      1,
      `2025-0${1 + Math.floor(turn / 27)}-${String((turn % 27) + 1).padStart(2, '0')}`,
    )
    await plantPayments(deps().db, payments, deps().newId)
    const [payment] = payments as [PlantedPayment]
    const line = rightLine(payment)
    const content = fileOf(`example-${turn}`, payment.at.slice(0, 10), [{ ...line, minor: line.minor + off }])
    return { payment, content, sha256: createHash('sha256').update(content).digest('hex') }
  }
  const preview = async (content: string) =>
    (await by('finance')).post(`/settlement/import/preview?${at}`, {
      ...account,
      fileName: 'example.csv',
      content,
    })
  const commit = async (off?: bigint) => {
    const { content, sha256, payment } = await file(off)
    await made(preview(content))
    const answer = await (await by('finance')).post(`/settlement/import/commit?${at}`, { ...account, sha256 })
    return { answer, payment }
  }
  const batch = async (off?: bigint) => {
    const { answer, payment } = await commit(off)
    const { id } = await made(Promise.resolve(answer))
    const { version } = await made((await by('finance')).get(`/settlement-batch/${id}?${at}`))
    return { id, version, payment }
  }
  const on = async (id: string, version: number, name: string, body: object = {}, who = 'finance') =>
    (await by(who)).post(`/settlement-batch/${id}/${name}?${at}`, { version, ...body })
  const accepted = async () => {
    const { id, version } = await batch()
    return made(on(id, version, 'accept', {}, 'admin'))
  }
  const line = (name: string, body: (payment: PlantedPayment) => object, before?: string) => async () => {
    const { id, payment } = await batch(7n)
    const client = await by('finance')
    const { items } = (await client.get(`/settlement-line?${at}&batchId=${id}&open=true`)).body as {
      items: { id: string; version: number; origin: string }[]
    }
    const found = items.find(({ origin }) => origin === 'FILE')
    const path = `/settlement-line/${found?.id}`
    const reason = { reason: 'coverage', cause: 'OTHER' }
    if (before) await made(client.post(`${path}/${before}?${at}`, { version: found?.version, ...reason }))
    return client.post(`${path}/${name}?${at}`, { ...body(payment) })
  }
  const profile = async () => {
    const { columns, splitColumns, typeWords } = genericProfile
    return (await by('finance')).post(`/settlement-profile?${at}`, {
      title: `Example ${++turn}`,
      psp,
      columns,
      splitColumns,
      typeWords,
    })
  }
  return {
    'POST /settlement/import/preview': async () => preview((await file()).content),
    'POST /settlement/import/commit': async () => (await commit()).answer,
    'POST /settlement-batch/{id}/accept': async () => {
      const { id, version } = await batch()
      return on(id, version, 'accept', {}, 'admin')
    },
    'POST /settlement-batch/{id}/rematch': async () => {
      const { id, version } = await batch()
      return on(id, version, 'rematch')
    },
    'POST /settlement-batch/{id}/reject': async () => {
      const { id, version } = await batch()
      return on(id, version, 'reject', { reason: 'coverage' })
    },
    'POST /settlement-batch/{id}/confirm-payout': async () => {
      const { id, version } = await batch()
      return on(id, version, 'confirm-payout', { bankRef: 'B', amount: '1.00', bookedOn: '2025-01-03' })
    },
    'POST /settlement-batch/{id}/unaccept': async () => {
      const { id, version } = await accepted()
      return on(id, version, 'unaccept', { reason: 'coverage' })
    },
    'POST /settlement-line/{id}/link': line('link', ({ reference }) => ({ txRefId: reference })),
    'POST /settlement-line/{id}/split': line('split', () => ({ amounts: ['50.07', '50.00'] })),
    'POST /settlement-line/{id}/accept-difference': line('accept-difference', () => ({ cause: 'OTHER' })),
    'POST /settlement-line/{id}/write-off': line('write-off', () => ({ reason: 'coverage' })),
    'POST /settlement-line/{id}/investigate': line('investigate', () => ({ reason: 'coverage' })),
    'POST /settlement-line/{id}/reopen': line('reopen', () => ({}), 'accept-difference'),
    'POST /settlement-profile': profile,
    'PUT /settlement-profile/{id}': async () => {
      const { id, version } = await made(profile())
      return (await by('finance')).put(`/settlement-profile/${id}?${at}`, { version, decimalSign: ',' })
    },
    'DELETE /settlement-profile/{id}': async () => {
      const { id, version } = await made(profile())
      return (await by('finance')).delete(`/settlement-profile/${id}?${at}&version=${version}`)
    },
  }
}
