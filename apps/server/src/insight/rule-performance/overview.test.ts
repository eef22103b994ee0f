import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rule } from '@signalbox/model/rules/rule'
import type { Client } from '../../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { onlyFor, rulePublisher } from '../../payments/testing/publish-rules.ts'
import { runPaymentJobs } from '../../payments/testing/run-payment-jobs.ts'
import { inlineRulesetWorker } from '../../setup/ruleset/ruleset-worker/ruleset-worker.ts'
import { row, steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import { keepFindings } from './keep-findings.ts'
import { countMerchant } from './keep-performance.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })

interface Listed {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly openState: string | null
  readonly category: string
  readonly rules: number
  readonly rulesEnabled: number
  readonly hitsLastDay: number
  readonly lintErrors: number
  readonly lintWarnings: number
  readonly rulesetVersion: number
}

let platform: PaymentPlatform
let rules: Client
let routing: string
let faulty: string
let broken: string
let waiting: string
let redraft: string

beforeAll(async () => {
  platform = await paymentPlatform()
  rules = await platform.as('rules')
  const publish = await rulePublisher(platform)
  routing = await publish(
    'psp-routing',
    { conditions: onlyFor('seen-a'), outputs: { psp: 'acmecards', pspAccount: '3DS' } },
    { conditions: {}, outputs: { psp: 'kestrelcard', pspAccount: 'default' } },
  )
  redraft = await publish('general-block', {
    conditions: onlyFor('seen-blocked'),
    outputs: { action: 'DECLINE' },
  })
  const author = steps(rules)
  // The second row can never be reached.
  const all: Rule = row('a', 1, { conditions: {}, outputs: { fixedFee: { EUR: '100' }, mode: 'ADDED' } })
  const fee = await author.create(
    { name: 'Fees that overlap', priority: 9, rules: [all, { ...all, id: 'b', no: 2, enabled: true }] },
    'fee',
  )
  faulty = fee.summary.id
  // The account is one of another PSP.
  const pair = row('a', 1, { conditions: onlyFor('x'), outputs: { psp: 'kestrelcard', pspAccount: '3DS' } })
  broken = (await author.create({ name: 'No such account', priority: 7, rules: [pair] })).summary.id
  const limit = { conditions: onlyFor('lookup-me'), outputs: { min: { EUR: '100' }, max: { EUR: '50000' } } }
  const draft = await author.create(
    {
      name: 'Limits to come',
      note: 'For the winter',
      priority: 8,
      rules: [row('a', 1, limit), row('b', 2, { ...limit, enabled: false })],
    },
    'limit',
  )
  waiting = (await author.submit(draft)).summary.id
  await author.save(await author.get(redraft), { name: 'Blocks, next version' })
  await platform.deposit({ userId: 'seen-a', ...euro('20.00') })
  await platform.deposit({ userId: 'seen-b', ...euro('21.00') })
  await platform.deposit({ userId: 'seen-blocked', ...euro('22.00') })
  await runPaymentJobs(platform)
  const now = new Date()
  await countMerchant(platform, merchantId, now)
  await keepFindings(platform.deps, inlineRulesetWorker).run({ now } as never)
})
afterAll(() => platform.close())

const list = async (query = '', client = rules): Promise<Listed[]> => {
  const { status, body, text } = await client.get(`/ruleset-overview?${at}&limit=200${query}`)
  expect(status, text).toBe(200)
  return body.items as Listed[]
}
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)
const found = async (id: string): Promise<Listed> => {
  const item = (await list()).find((each) => each.id === id)
  if (!item) throw new Error(`The overview does not list ${id}`)
  return item
}

describe('the list of rulesets', () => {
  it('says how often each was hit in 24 hours, as it is recorded with the payments', async () => {
    const { rows } = await sql<{ hits: number }>`
      select count(*)::integer as hits from tx_event e, jsonb_array_elements(e.decisions) d,
        jsonb_array_elements_text(d -> 'hits') hit
      where e.merchant_id = ${merchantId} and d ->> 'table' = 'psp-routing'
        and hit like ${`${merchantId}_RO_%`}`.execute(platform.db)
    expect(rows[0]?.hits).toBeGreaterThanOrEqual(2)
    const ours = (await list()).filter(({ category }) => category === 'psp-routing')
    expect(ours.reduce((sum, { hitsLastDay }) => sum + hitsLastDay, 0)).toBe(rows[0]?.hits)
    expect((await found(routing)).hitsLastDay).toBeGreaterThanOrEqual(2)
    expect((await found(redraft)).hitsLastDay).toBe(1)
    expect((await found(waiting)).hitsLastDay).toBe(0)
  })

  it('says what is wrong with each, its state, its version and its rows', async () => {
    expect((await found(broken)).lintErrors).toBe(1)
    const { lintErrors, lintWarnings } = await found(faulty)
    expect(lintErrors + lintWarnings).toBeGreaterThan(0)
    expect(await found(waiting)).toMatchObject({ lintErrors: 0 })
    expect(await found(routing)).toMatchObject({
      state: 'ACTIVE',
      openState: null,
      rulesetVersion: 1,
      rules: 2,
    })
    expect(await found(redraft)).toMatchObject({ state: 'ACTIVE', openState: 'DRAFT', rulesetVersion: 1 })
    expect(await found(waiting)).toMatchObject({
      state: 'PENDING_APPROVAL',
      category: 'limit',
      rules: 2,
      rulesEnabled: 1,
    })
  })
})

describe('its filters', () => {
  it('by words in name, note and cells', async () => {
    expect(await idsOf('&keyword=limits%20TO%20come')).toEqual([waiting])
    expect(await idsOf('&keyword=winter')).toEqual([waiting])
    expect(await idsOf('&keyword=lookup-me')).toEqual([waiting])
    expect(await idsOf('&keyword=100%25')).toEqual([])
  })

  it('by state, where an active ruleset with a draft is both', async () => {
    expect(await idsOf('&state=PENDING_APPROVAL')).toEqual([waiting])
    const drafts = await idsOf('&state=DRAFT')
    expect(drafts).toEqual(expect.arrayContaining([redraft, faulty]))
    expect(drafts).not.toContain(routing)
    const active = await idsOf('&state=ACTIVE')
    expect(active).toEqual(expect.arrayContaining([redraft, routing]))
    expect(active).not.toContain(waiting)
  })

  it('by table, findings, and who changed it', async () => {
    expect(await idsOf('&category=limit,fee&keyword=o')).toEqual(expect.arrayContaining([waiting, faulty]))
    expect((await list('&category=limit')).every(({ category }) => category === 'limit')).toBe(true)
    const wrong = await list('&findings=true')
    expect(wrong.map(({ id }) => id)).toEqual(expect.arrayContaining([faulty, broken]))
    expect(wrong.map(({ id }) => id)).not.toContain(waiting)
    const yours = await idsOf('&whose=you')
    expect(yours).toEqual(expect.arrayContaining([waiting, faulty, redraft]))
    expect(await idsOf('&whose=others')).toContain(routing)
    expect(yours).not.toContain(routing)
    expect(await idsOf('&whose=all')).toHaveLength((await list()).length)
  })

  it('by when it was changed', async () => {
    const all = await list()
    expect(await list('&updatedAt=2020-01-01..2020-01-02')).toEqual([])
    expect(await list('&updatedAt=2020-01-01..')).toHaveLength(all.length)
  })

  it.each(['findings=maybe', 'whose=nobody', 'updatedAt=2026-02-30..', 'sort=colour'])(
    '%s is refused in words',
    async (query) => {
      const { status, body } = await rules.get(`/ruleset-overview?${at}&${query}`)
      expect(status).toBe(422)
      expect(body.fields?.[0]?.message).toMatch(/[a-z]{3}/)
    },
  )

  it('shows nothing of tables somebody may not see', async () => {
    const kycTables = (await list()).filter(({ category }) => category.startsWith('kyc'))
    expect(kycTables).toEqual([])
    expect((await rules.get('/ruleset-overview?merchantId=100020001')).status).toBe(403)
  })
})
