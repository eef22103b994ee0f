import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { genericProfile } from '@signalbox/model/settlements/import-profile'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { made } from './testing/importer.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { merchantId, plannedPayments, plantPayments, psp, pspAccount } from './testing/planted-store.ts'

const at = `merchantId=${merchantId}`
const account = { psp, pspAccount }
let platform: TestPlatform
let finance: Client

beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
}, 120_000)
afterAll(() => platform.close())

const check = (content: string, given: object) =>
  made(finance.post(`/settlement/import/preview?${at}`, { ...given, fileName: 'file.csv', content }))
const commit = async (content: string, given: object) => {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { status, body } = await finance.post(`/settlement/import/commit?${at}`, { ...given, sha256 })
  return { status, problem: body.fields?.[0] }
}

it('a file that was checked for one PSP, account or import profile is not imported for another', async () => {
  const payments = plannedPayments(2, '2026-03-02')
  await plantPayments(platform.db, payments, platform.deps.newId)
  const content = fileOf('checked', '2026-03-04', payments.map(rightLine))
  await check(content, account)
  expect(await commit(content, { psp: 'walletx', pspAccount })).toMatchObject({
    status: 422,
    problem: {
      field: 'psp',
      message: `The file was checked for ${psp}/${pspAccount}, not for walletx/${pspAccount}. Check it again.`,
    },
  })
  expect((await commit(content, { psp, pspAccount: 'other' })).problem).toMatchObject({ field: 'psp' })

  // A profile that would find another sum in the same file, and one that was changed since.
  const reading = { ...genericProfile, typeWords: { ...genericProfile.typeWords, SETTLED: 'ADJUSTMENT' } }
  const body = { title: 'Own words', psp, ...reading }
  const profile = await made(finance.post(`/settlement-profile?${at}`, body))
  const ofNobody = await finance.post(`/settlement-profile?${at}`, {
    ...body,
    title: 'Of nobody',
    psp: 'nosuch',
  })
  expect([ofNobody.status, ofNobody.body.fields]).toEqual([
    422,
    [{ field: 'psp', code: 'UNKNOWN', message: 'Unknown PSP' }],
  ])
  const own = { ...account, profileId: profile.id }
  const another = { status: 422, problem: { field: 'profileId', code: 'NOT_CHECKED' } }
  expect(await commit(content, own)).toMatchObject(another)
  await check(content, own)
  const change = { ...body, typeWords: { ...reading.typeWords, SETTLED: 'FEE' }, version: profile.version }
  await made(finance.put(`/settlement-profile/${profile.id}?${at}`, change))
  expect(await commit(content, own)).toMatchObject(another)

  // Checked for both by now, so for the first as well.
  expect((await commit(content, account)).status).toBe(200)
})
