import { expect } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import type { TwoPersonRule } from './attempt.ts'
import {
  brand,
  confirmationOfGrant,
  finland,
  group,
  operator,
  otherOperator,
  outcomeOf,
  waitingOf,
  type Outcome,
} from './cast.ts'

let moved = 0
/** Merchants are moved by operators of the platform. */
export const newMerchant = async (parentId: number) => {
  const { body, text } = await operator.post(`/merchant?merchantId=1000`, {
    name: `Moved ${++moved}`,
    parentId,
    baseCurrency: 'EUR',
  })
  expect(body.id, text).toBeTruthy()
  return body as { id: string; version: number; path: string }
}
export const moveMerchant = (
  who: Client,
  { id, version }: { id: string; version: number },
  parentId: number,
) => who.post(`/merchant/${id}/move?merchantId=1000`, { parentId, version, note: 'Reorganised' })
export const pathOf = async (id: string) =>
  (await operator.get(`/merchant/${id}?merchantId=1000`)).body.path as string
async function movedAlone(from: number, to: number): Promise<Outcome> {
  const made = await newMerchant(from)
  const asked = await moveMerchant(operator, made, to)
  expect(asked.status, asked.text).toBe(200)
  expect(await pathOf(made.id)).toBe(made.path)
  const { id, version } = await waitingOf(made.id, Number(made.id))
  const confirm = `/pending-grant/${id}/confirm?merchantId=${made.id}`
  const outcome = outcomeOf(await operator.post(confirm, { version }))
  expect(await pathOf(made.id)).toBe(made.path)
  return outcome
}
export const merchantMove: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: 'merchants come by no file',
  prepare: async () => {
    const { id, version } = await newMerchant(finland)
    const body = { parentId: group, version, note: 'Reorganised' }
    return {
      one: operator,
      other: otherOperator,
      ask: { path: `/merchant/${id}/move?merchantId=1000`, body },
      confirmation: () => confirmationOfGrant(id, Number(id)),
    }
  },
  ways: {
    'away from where two people are asked': () => movedAlone(finland, brand),
    'below a merchant where two people are asked': () => movedAlone(brand, finland),
  },
}
