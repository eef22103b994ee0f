import { expect } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { newMerchant } from './merchant-moves.ts'
import {
  atFinland,
  atGroup,
  colleague,
  confirm,
  confirmationOfGrant,
  group,
  lone,
  ok,
  outcomeOf,
  withdraw,
} from './cast.ts'
import type { TwoPersonRule } from './attempt.ts'

export const documentOf = async () => {
  const { body, text } = await lone.get(`/config?${atFinland}&type=MerchantConfig`)
  expect(body.items?.length, text).toBe(1)
  return body.items[0] as { id: string; version: number; document: Record<string, unknown> }
}
/** The merchant above may have such a document already. */
const laxerAbove = async (values: object) => {
  const { body } = await lone.get(`/config?${atGroup}&type=MerchantConfig`)
  const { id, version, document } = body.items[0] as Awaited<ReturnType<typeof documentOf>>
  const lax = { version, document: { ...document, ...values }, note: 'Laxer' }
  return lone.put(`/config/${id}?${atGroup}`, lax)
}
/** A merchant beside it, where one person may set what they like. */
const laxMerchant = async (document: object): Promise<number> => {
  const { id } = await newMerchant(group)
  const made = await lone.post(`/config?merchantId=${id}`, {
    type: 'MerchantConfig',
    document,
    note: 'Laxer',
  })
  expect(made.status, made.text).toBe(200)
  return Number(id)
}
export const threshold: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: ['copied from another merchant', 'an imported file'],
  prepare: async () => {
    const { id, version, document } = await documentOf()
    const lax = { ...document, 'approval.maxSingle': { EUR: '999998.00' } }
    return {
      one: lone,
      other: colleague,
      ask: {
        path: `/config/${id}?${atFinland}`,
        body: { version, document: lax, note: 'Laxer' },
        method: 'PUT',
      },
      confirmation: async () => confirmationOfGrant((await documentOf()).id),
    }
  },
  ways: {
    'own configuration': async () => {
      const { id, version, document } = await documentOf()
      const lax = { ...document, 'approval.maxSingle': { EUR: '999999.00' } }
      const saved = await lone.put(`/config/${id}?${atFinland}`, { version, document: lax, note: 'Laxer' })
      expect(saved.status, saved.text).toBe(200)
      const after = await documentOf()
      expect(after.document['approval.maxSingle']).toEqual(document['approval.maxSingle'])
      return confirm(lone, after.id)
    },
    'personal data kept for fewer years': async () => {
      const { id, version, document } = await documentOf()
      await withdraw(id)
      const fewer = { ...document, 'gdpr.retentionYears': 1 }
      const saved = await lone.put(`/config/${id}?${atFinland}`, { version, document: fewer, note: 'Laxer' })
      expect(saved.status, saved.text).toBe(200)
      const after = await documentOf()
      expect(after.document['gdpr.retentionYears']).toEqual(document['gdpr.retentionYears'])
      const alone = await confirm(lone, after.id)
      await withdraw(after.id)
      return alone
    },
    'the limit of write-offs and credits': async () => {
      const { id, version, document } = await documentOf()
      const lax = { ...document, 'recon.writeOffMax': { EUR: '999999.00' } }
      const saved = await lone.put(`/config/${id}?${atFinland}`, { version, document: lax, note: 'Laxer' })
      expect(saved.status, saved.text).toBe(200)
      const after = await documentOf()
      expect(after.document['recon.writeOffMax']).toEqual(document['recon.writeOffMax'])
      const alone = await confirm(lone, after.id)
      await withdraw(after.id)
      return alone
    },
    'configuration of the merchant above': async () => {
      const document = { 'approval.maxSingle': { EUR: '777777.00' } }
      const made = await lone.post(`/config?${atGroup}`, { type: 'MerchantConfig', document, note: 'Laxer' })
      const above = made.status === 200 ? made : await laxerAbove(document)
      expect(above.status, above.text).toBe(200)
      expect(above.body.document['approval.maxSingle']).not.toEqual({ EUR: '777777.00' })
      return confirm(lone, above.body.id, group)
    },
    'copied from another merchant': async () => {
      const lax = { 'approval.maxSingle': { EUR: '666666.00' } }
      const from = await laxMerchant(lax)
      const { document } = await documentOf()
      const preview = await lone.post(`/config/copy/preview?${atFinland}`, { from })
      const part = preview.body.parts.find(({ type }: { type: string }) => type === 'MerchantConfig')
      expect(part?.waits, preview.text).toContain('666666.00')
      const ref = ({ id, version }: { id: string; version: number }) => ({ id, version })
      const settings = [{ account: null, key: 'approval.maxSingle' }]
      const { type, provider, source, target } = part
      const parts = [{ type, provider, source: ref(source), target: ref(target), settings }]
      const copied = await lone.post(`/config/copy?${atFinland}`, { from, parts, note: 'Laxer' })
      expect(copied.status, copied.text).toBe(200)
      expect(copied.body.parts[0].waits).toContain('666666.00')
      const after = await documentOf()
      expect(after.document['approval.maxSingle']).toEqual(document['approval.maxSingle'])
      return confirm(lone, after.id)
    },
    'an imported file': async () => {
      const { document } = await documentOf()
      const lax = { ...document, 'approval.maxSingle': { EUR: '888888.00' } }
      const content = JSON.stringify([{ type: 'MerchantConfig', enabled: true, document: lax }])
      const body = { format: 'json', content, note: 'Laxer' }
      const saved = await lone.post(`/config/import/commit?${atFinland}`, body)
      expect(saved.status, saved.text).toBe(200)
      // What waits is not done, and the file says so, line by line.
      expect(saved.body.counts).toMatchObject({ update: 1, waiting: 1 })
      expect(saved.body.rows[0].waits).toContain('888888.00')
      const after = await documentOf()
      expect(after.document['approval.maxSingle']).toEqual(document['approval.maxSingle'])
      return confirm(lone, after.id)
    },
  },
}
export const platformAt = 'merchantId=1000'
export const setting = async () => {
  const { body, text } = await lone.get(`/config?${platformAt}&type=PlatformConfig`)
  expect(body.items?.length, text).toBe(1)
  return body.items[0] as { id: string; version: number; document: Record<string, unknown> }
}
export const changeSetting = async (values: object, who = lone) => {
  const { id, version } = await setting()
  return who.put(`/config/${id}?${platformAt}`, { version, note: 'Without a second person', ...values })
}
const waitingSetting = async () => {
  const { id } = await setting()
  const { body, text } = await lone.get(`/pending-grant?${platformAt}&recordId=${id}&state=WAITING`)
  expect(body.items, text).toHaveLength(1)
  return body.items[0] as { id: string; version: number; summary: string }
}
export const decideSetting = async (who: Client, step: 'confirm' | 'withdraw' | 'refuse') => {
  const { id, version } = await waitingSetting()
  return outcomeOf(
    await who.post(`/pending-grant/${id}/${step}?${platformAt}`, { version, reason: 'As agreed' }),
  )
}
export const hostsKey = 'dataDestinations.hosts'
/** Says which hosts may receive card data, alone; what counts stays as it was. */
async function hostsAlone(ask: (hosts: object) => Promise<{ status: number; text: string }>) {
  const before = (await setting()).document
  const asked = await ask({ ...(before[hostsKey] as object | undefined), Mine: 'mine.example' })
  expect(asked.status, asked.text).toBe(200)
  expect((await setting()).document).toEqual(before)
  expect((await waitingSetting()).summary).toContain('mine.example')
  const outcome = await decideSetting(lone, 'confirm')
  expect(await decideSetting(lone, 'withdraw')).toEqual(ok)
  return outcome
}
export const dataHosts: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: ['an imported file'],
  prepare: async () => {
    // Outside production the first list takes from all others what they had, and waits for nobody.
    const listed = { First: 'first.example' }
    await changeSetting({ document: { ...(await setting()).document, [hostsKey]: listed } })
    const { id, version, document } = await setting()
    const more = { ...document, [hostsKey]: { ...listed, More: 'more.example' } }
    return {
      one: lone,
      other: colleague,
      ask: {
        path: `/config/${id}?${platformAt}`,
        body: { version, document: more, note: 'One more' },
        method: 'PUT',
      },
      confirmation: async () => confirmationOfGrant((await setting()).id, 1000),
    }
  },
  ways: {
    'a host added to the list': async () => {
      // Fewer hosts wait for nobody.
      const first = { ...(await setting()).document, [hostsKey]: { First: 'first.example' } }
      expect((await changeSetting({ document: first })).status).toBe(200)
      expect((await setting()).document).toEqual(first)
      return hostsAlone(async (hosts) =>
        changeSetting({ document: { ...(await setting()).document, [hostsKey]: hosts } }),
      )
    },
    'a listed name with another host': async () => {
      const named = { ...(await setting()).document, [hostsKey]: { Acme: '3ds.acme.example' } }
      expect((await changeSetting({ document: named })).status).toBe(200)
      expect(await decideSetting(colleague, 'confirm')).toEqual(ok)
      return hostsAlone(() => changeSetting({ document: { ...named, [hostsKey]: { Acme: 'mine.example' } } }))
    },
    'an imported file': () =>
      hostsAlone(async (hosts) => {
        const document = { ...(await setting()).document, [hostsKey]: hosts }
        const content = JSON.stringify([{ type: 'PlatformConfig', enabled: true, document }])
        return lone.post(`/config/import/commit?${platformAt}`, { format: 'json', content, note: 'More' })
      }),
    'no list at all, where that allows every host': async () => {
      const { document } = await setting()
      const asked = await changeSetting({ document: { ...document, [hostsKey]: {} } })
      expect(asked.status, asked.text).toBe(200)
      expect((await setting()).document).toEqual(document)
      const outcome = await decideSetting(lone, 'confirm')
      expect(await decideSetting(lone, 'withdraw')).toEqual(ok)
      return outcome
    },
  },
}
