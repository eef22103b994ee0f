import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '@signalbox/model/access/roles'
import { allCalls } from '@signalbox/model/calls/index'
import type { ChangeSet } from '@signalbox/model/calls/change-set'
import { demoPassword } from '@signalbox/sandbox/demo/demo-platform'
import type { Rule } from '@signalbox/model/rules/rule'
import { raiseAlert } from './setup/alert/read-model.ts'
import { insertKey } from './people/identity/factor-store.ts'
import { content, steps } from './setup/ruleset/testing/ruleset-app.ts'
import { insertGenerated } from './payments/transactions/testing/fixture-store.ts'
import { transactionGenerator } from './payments/transactions/testing/generated-transaction.ts'
import { systemActor } from './kit/audit.ts'
import { jobStatusStore } from './kit/jobs/job-status-store.ts'
import type { Answer, Client } from './kit/testing/kit-app.ts'
import { perform } from './kit/unit-of-work.ts'
import { oneIn } from './testing/one-in.ts'
import { accountExamples } from './testing/account-examples.ts'
import { balanceExamples } from './testing/balance-examples.ts'
import { bankExamples } from './testing/bank-examples.ts'
import { billingExamples } from './testing/billing-examples.ts'
import { caseExamples } from './testing/case-examples.ts'
import { rebuildAll } from './insight/analytics/read-model.ts'
import { insightExamples } from './testing/insight-examples.ts'
import { kycExamples } from './testing/kyc-examples.ts'
import { schemeTokenExamples } from './testing/scheme-token-examples.ts'
import { storeExamples } from './testing/store-examples.ts'
import { settlementExamples } from './testing/settlement-examples.ts'
import { setupExamples } from './testing/setup-examples.ts'
import { staleWrites, versionedCalls } from './testing/stale-writes.ts'
import { testPlatform, type TestPlatform } from './testing/test-app.ts'

let platform: TestPlatform
let admin: Client
let finance: Client
/** Somebody with every role but the one that sees personal data, which the merchants hide. */
let reader: Client
const stale = staleWrites(() => reader)
beforeAll(async () => {
  const served = await testPlatform()
  platform = { ...served, as: async (username) => stale.client(await served.as(username)) }
  admin = await platform.as('admin')
  finance = await platform.as('finance')
  const others = roles.filter((role) => role !== 'DATA_VIEWER')
  await sql`update backoffice_user set roles = ${others}::text[] where username = 'finance2'`.execute(
    platform.db,
  )
  await sql`update merchant set mask_sensitive_data = true`.execute(platform.db)
  reader = await served.as('finance2')
})
afterAll(() => platform.close())

const at = 'merchantId=100010001'
const mapping = (title: string) => ({ title, bic: 'X', swift: 'NDEASESS', note: 'coverage' })
let counter = 0
const fresh = (name: string) => `${name}${++counter}`

async function newUser(): Promise<{ id: string; version: number }> {
  const name = fresh('coverage')
  const answer = await admin.post(`/user?${at}`, {
    username: name,
    firstName: 'Cover',
    lastName: 'Age',
    email: `${name}@example.com`,
    roles: ['AGENT'],
    requiredActions: ['AUTHENTICATOR'],
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const text = (key: string) => ({ key, locale: 'en', value: 'Covered', category: 'ERROR' })
const newText = async () => (await admin.post(`/message?${at}`, text(fresh('cover.')))).body
const input = (key: string) => ({ txType: 'BankDeposit', key, labelKey: 'input.iban', type: 'TEXT' })
const newInput = async () => (await admin.post(`/payment-method-input?${at}`, input(fresh('cover')))).body
/** One grey pixel. */
const smallPng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const newMapping = async () => (await admin.post(`/bank-mapping?${at}`, mapping(fresh('Row ')))).body
const newMerchant = async (...steps: string[]) => {
  const created = await admin.post('/merchant', {
    name: fresh('Merchant '),
    parentId: 100010000,
    baseCurrency: 'EUR',
  })
  for (const step of steps) await admin.post(`/merchant/${created.body.id}/${step}`, { reason: 'coverage' })
  return created.body as { id: string; version: number }
}
const newTemplate = async () => {
  const answer = await admin.post(`/template/?${at}`, {
    type: 'email',
    merchantId: 100010001,
    templateType: fresh('Coverage'),
    locale: 'all',
    subject: 'Subject',
    content: '<p>Body</p>',
    textContent: 'Body',
    note: 'coverage',
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const newView = async () =>
  (
    await admin.post('/userdata/filter', {
      page: '/admin/bank-mapping',
      name: fresh('View '),
      query: 'keyword=x',
    })
  ).body

/** A ruleset somebody else approved, and the same with a draft beside it. */
const author = async () => steps(await platform.as('rules'))
const activeRuleset = async () => {
  const rules = await author()
  return steps(await platform.as('rules2')).approve(await rules.submit(await rules.create()))
}
const rulesetDraft = async () => (await author()).save(await activeRuleset(), { priority: 11 })
const onRuleset =
  (step: string, make: () => ReturnType<typeof activeRuleset>, body: object = {}, by = 'rules') =>
  async () => {
    const made = await make()
    const { version, revision } = made.open ?? made.active ?? { version: 0, revision: 0 }
    const client = await platform.as(by)
    return client.post(`/ruleset/${made.summary.id}/${step}?${at}`, { version, revision, ...body })
  }
/** A change set of one draft, and the steps taken with it. */
const changeSet = async (): Promise<ChangeSet> => {
  const { summary, open } = await (await author()).create({ priority: 12 })
  const member = { rulesetId: summary.id, version: open?.version, revision: open?.revision }
  const body = { title: fresh('Launch'), note: 'For the coverage', members: [member] }
  const answer = await (await platform.as('rules')).post(`/changeset?${at}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as ChangeSet
}
const onChangeSet = async (set: ChangeSet, step: string, body: object = {}, by = 'rules') => {
  const client = await platform.as(by)
  return client.post(`/changeset/${set.id}/${step}?${at}`, { version: set.version, ...body })
}
const submitSet = async (set: ChangeSet) => {
  const members = set.members.map(({ rulesetId, version, revision }) => ({ rulesetId, version, revision }))
  return onChangeSet(set, 'submit', { members })
}
const submittedSet = async () => (await submitSet(await changeSet())).body as ChangeSet
const submitted = async () => (await author()).submit(await rulesetDraft())
/** A block of one card range nobody else blocks, which only tightens. */
const blockDraft = async () => {
  const bin = { op: 'prefix', values: [fresh('4').replaceAll(/\D/g, '').padEnd(8, '7')] } as const
  const block = { ...content().rules[0], conditions: { bin }, outputs: { action: 'DECLINE' } } as Rule
  return (await author()).create({ rules: [block] }, 'bin-block')
}
const unconfirmed = async () => {
  const { summary, open } = await blockDraft()
  const body = { version: open?.version, revision: open?.revision, note: 'An attack is running' }
  const answer = await (await platform.as('rules')).post(`/ruleset/${summary.id}/break-glass?${at}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Awaited<ReturnType<typeof activeRuleset>>
}

const onUser =
  (operation: string, body: object = {}) =>
  async () =>
    admin.post(`/user/${(await newUser()).id}/${operation}?${at}`, body)
const onMerchant =
  (operation: string, ...steps: string[]) =>
  async () =>
    admin.post(`/merchant/${(await newMerchant(...steps)).id}/${operation}`, { reason: 'coverage' })

/** The first of two roles, since nobody is left without any. */
const onGrant = (operation: string) => async () => {
  const { id } = await newUser()
  await admin.post(`/user/${id}/add-role?${at}`, { role: 'KYC' })
  return admin.post(`/role-grant/${id}:KYC/${operation}?${at}`, { reason: 'coverage' })
}
/** A role that waits for a second person, at the merchant where that is asked for. */
const onPending = (operation: string, by: string) => async () => {
  const name = fresh('pending')
  const finland = 'merchantId=100010002'
  const { body } = await admin.post(`/user?${finland}`, {
    username: name,
    firstName: 'Pen',
    lastName: 'Ding',
    email: `${name}@example.com`,
    roles: ['AGENT', 'FIRST_APPROVER'],
    requiredActions: ['AUTHENTICATOR'],
  })
  const { items } = (await admin.get(`/pending-grant?${finland}&recordId=${body.id}`)).body
  const client = await platform.as(by)
  const [{ id, version }] = items
  return client.post(`/pending-grant/${id}/${operation}?${finland}`, { version, reason: 'coverage' })
}
const newPreset = async () => {
  const answer = await admin.post(`/role-preset?${at}`, {
    name: fresh('Preset '),
    roles: ['AGENT'],
    requiredActions: ['AUTHENTICATOR'],
    note: 'coverage',
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
/** A key nobody can sign in with, since only a browser could register a real one. */
const addKey = (userId: string, id: string) =>
  insertKey(
    platform.db,
    { merchantId: 100010001, userId },
    { id, credentialId: id, publicKey: Buffer.from(id), counter: 0, transports: [], name: 'Key' },
    platform.deps.now(),
  )

/** A person of their own for what changes one's password or factors. */
async function someone(): Promise<Client> {
  return platform.as('operator')
}

async function enrolAuthenticator(client: Client): Promise<Answer> {
  const setup = await client.post('/me/security/authenticator/begin')
  const code = await generate({ secret: setup.body.secret })
  return client.post('/me/security/authenticator/confirm', { code })
}

/** A payment somebody can write a note about. */
const newTransaction = async (statusNo?: number): Promise<{ id: number; version: number }> => {
  const generator = transactionGenerator({
    seed: ++counter,
    merchants: [100010001],
    users: 5,
    emailHash: (email) => email,
  })
  let generated = generator.payment(Date.now())
  while (statusNo !== undefined && generated.transaction.statusNo !== statusNo)
    generated = generator.payment(Date.now())
  await insertGenerated(platform.db, [generated])
  return generated.transaction
}
const waitsForApproval = 351
const newNote = async (id: number) => admin.post(`/transaction/${id}/note?${at}`, { text: 'coverage' })

/** One successful use of every call that changes something. */
const onAlert = (operation: string) => async () => {
  const key = fresh('alert ')
  const trouble = { merchantId: 100010001, source: 'RULE', severity: 'INFO', title: key, body: '' } as const
  await perform(platform.deps, systemActor, (unit) => raiseAlert(unit, { ...trouble, key }))
  const { items } = (await admin.get(`/alert?${at}`)).body
  const { id } = items.find(({ title }: { title: string }) => title === key)
  return admin.post(`/alert/${id}/${operation}?${at}`)
}

const onMention = async () => {
  const { id } = await newTransaction()
  const colleague = await platform.as('investigator')
  await colleague.post(`/transaction/${id}/note?${at}`, { text: 'Please look, @admin' })
  return admin.post('/inbox/mention/seen', { part: 'transaction', record: String(id) })
}

const examples: Record<string, () => Promise<Answer>> = {
  'POST /inbox/mention/seen': onMention,
  'POST /help/ask': () => admin.post(`/help/ask?${at}`, { question: 'Who can approve?', page: '/home' }),
  'DELETE /help/transcript': () => admin.delete('/help/transcript'),
  'POST /news/read': async () => {
    const { items } = (await admin.get('/news')).body
    return admin.post('/news/read', { ids: [items[0].id] })
  },
  'POST /alert/{id}/acknowledge': onAlert('acknowledge'),
  'POST /alert/{id}/resolve': onAlert('resolve'),
  ...setupExamples(() => admin),
  'POST /sandbox/job/{name}/run': async () => {
    const job = { name: 'coverage', title: 'Coverage', nextRunAt: new Date(), firstRunAt: new Date() }
    await jobStatusStore(platform.db).declare([job])
    return admin.post('/sandbox/job/coverage/run')
  },
  'POST /sandbox/payment': () =>
    admin.post('/sandbox/payment', {
      merchantId: 100010001,
      txType: 'CreditcardDeposit',
      userId: 'user_1',
      amount: '10.00',
      currency: 'EUR',
      account: '4111111111111111',
    }),
  ...balanceExamples({
    deps: () => platform.deps,
    who: () => platform.as('finance'),
    other: () => platform.as('finance2'),
  }),
  ...caseExamples({ who: () => admin, deps: () => platform.deps, newTransaction }),
  ...accountExamples({
    who: () => admin,
    db: () => platform.db,
    newId: randomUUID,
    officer: () => platform.as('gdpr'),
  }),
  ...bankExamples({ who: () => finance, db: () => platform.db }),
  ...schemeTokenExamples({ who: () => admin, db: () => platform.db }),
  ...storeExamples(
    () => admin,
    () => platform.as('store2'),
  ),
  ...settlementExamples({ by: (name) => platform.as(name), deps: () => platform.deps }),
  ...billingExamples({ who: () => admin, other: () => platform.as('finance'), db: () => platform.db }),
  ...insightExamples({
    who: () => admin,
    newRuleset: () => activeRuleset(),
    figuresReady: () => rebuildAll(platform.deps, () => undefined),
  }),
  ...kycExamples({ who: () => admin, db: () => platform.db, newId: randomUUID }),
  'POST /bank-mapping': () => admin.post(`/bank-mapping?${at}`, mapping(fresh('Row '))),
  'PUT /bank-mapping/{id}': async () =>
    admin.put(`/bank-mapping/${(await newMapping()).id}?${at}`, {
      version: 1,
      bankName: 'B',
      note: 'coverage',
    }),
  'DELETE /bank-mapping/{id}': async () =>
    admin.delete(`/bank-mapping/${(await newMapping()).id}?${at}&version=1&note=coverage`),
  'PUT /bank-mapping/order': async () => {
    const list = await admin.get(`/bank-mapping?merchantId=1000`)
    const ids = list.body.items.map((item: { id: string }) => item.id).reverse()
    return admin.put('/bank-mapping/order?merchantId=1000', { ids, note: 'coverage' })
  },
  'POST /bank-mapping/import/commit': () =>
    admin.post(`/bank-mapping/import/commit?${at}`, {
      format: 'csv',
      content: `Mapping,BIC,SWIFT\n${fresh('Row ')},X,NDEASESS`,
      note: 'coverage',
    }),
  'POST /bank-mapping/bulk': async () =>
    admin.post(`/bank-mapping/bulk?${at}`, {
      operation: 'delete',
      ids: [{ id: (await newMapping()).id }],
      params: { note: 'coverage' },
    }),
  'POST /message': () => admin.post(`/message?${at}`, text(fresh('cover.'))),
  'PUT /message/{id}': async () =>
    admin.put(`/message/${(await newText()).id}?${at}`, { version: 1, value: 'Changed' }),
  'DELETE /message/{id}': async () => admin.delete(`/message/${(await newText()).id}?${at}&version=1`),
  'POST /message/bulk': async () =>
    admin.post(`/message/bulk?${at}`, { operation: 'delete', ids: [{ id: (await newText()).id }] }),
  'POST /message/import/commit': () =>
    admin.post(`/message/import/commit?${at}`, {
      format: 'csv',
      content: `category,description,key,locale,value\nERROR,,${fresh('cover.')},en,x`,
    }),
  'POST /message/locale': () => admin.post(`/message/locale?${at}`, { locale: 'is' }),
  'PUT /message/key/{key}': () =>
    admin.put(`/message/key/${fresh('cover.')}?${at}`, {
      isNew: true,
      category: 'ERROR',
      texts: [{ locale: 'en', value: 'x', version: null }],
    }),
  'POST /payment-method-input': () => admin.post(`/payment-method-input?${at}`, input(fresh('cover'))),
  'PUT /payment-method-input/{id}': async () =>
    admin.put(`/payment-method-input/${(await newInput()).id}?${at}`, { version: 1, required: true }),
  'DELETE /payment-method-input/{id}': async () =>
    admin.delete(`/payment-method-input/${(await newInput()).id}?${at}&version=1`),
  'POST /payment-method-input/import/commit': () =>
    admin.post(`/payment-method-input/import/commit?${at}`, {
      format: 'json',
      content: JSON.stringify([input(fresh('cover'))]),
    }),
  'PUT /payment-method-logo/{id}': () =>
    admin.put(`/payment-method-logo/VOUCHER?${at}`, { image: smallPng, version: null }),
  'DELETE /payment-method-logo/{id}': async () => {
    await admin.put(`/payment-method-logo/SWISH?${at}`, { image: smallPng, version: null })
    return admin.delete(`/payment-method-logo/SWISH?${at}&version=1`)
  },
  'POST /merchant': () =>
    admin.post('/merchant', { name: fresh('Merchant '), parentId: 100010000, baseCurrency: 'EUR' }),
  'PUT /merchant/{id}': async () =>
    admin.put(`/merchant/${(await newMerchant()).id}`, { version: 1, descriptor: 'X' }),
  'POST /merchant/{id}/move': async () =>
    admin.post(`/merchant/${(await newMerchant()).id}/move`, {
      parentId: 1000,
      version: 1,
      note: 'coverage',
    }),
  'POST /merchant/{id}/test': onMerchant('test'),
  'POST /merchant/{id}/go-live': onMerchant('go-live', 'test'),
  'POST /merchant/{id}/suspend': onMerchant('suspend', 'test', 'go-live'),
  'POST /merchant/{id}/resume': onMerchant('resume', 'test', 'go-live', 'suspend'),
  'POST /merchant/{id}/close': onMerchant('close'),
  'POST /user': async () => ({ status: 200, body: await newUser(), headers: {}, text: '' }),
  'PUT /user/{id}': async () => {
    const user = await newUser()
    return admin.put(`/user/${user.id}?${at}`, { version: user.version, jobTitle: 'Changed' })
  },
  'DELETE /user/{id}': async () => admin.delete(`/user/${(await newUser()).id}?${at}`),
  'POST /user/bulk': async () =>
    admin.post(`/user/bulk?${at}`, {
      operation: 'disable',
      ids: [{ id: (await newUser()).id }],
      params: { reason: 'coverage' },
    }),
  'POST /user/{id}/disable': onUser('disable', { reason: 'coverage' }),
  'POST /user/{id}/enable': async () => {
    const { id } = await newUser()
    await admin.post(`/user/${id}/disable?${at}`, { reason: 'coverage' })
    return admin.post(`/user/${id}/enable?${at}`, {})
  },
  'POST /user/{id}/unlock': async () => {
    const { id } = await newUser()
    await platform.db
      .updateTable('backofficeUser')
      .set({ state: 'LOCKED', failedAttempts: 6 })
      .where('id', '=', id)
      .execute()
    return admin.post(`/user/${id}/unlock?${at}`, {})
  },
  'POST /user/{id}/confirm-email': async () => {
    const { id } = await newUser()
    await platform.db
      .updateTable('backofficeUser')
      .set({ pendingEmail: `${id}@mail.example`, pendingEmailBy: 'somebody' })
      .where('id', '=', id)
      .execute()
    return admin.post(`/user/${id}/confirm-email?${at}`, {})
  },
  'POST /user/{id}/send-reset-link': onUser('send-reset-link'),
  'POST /user/{id}/revoke-sessions': onUser('revoke-sessions'),
  'POST /user/{id}/force-authenticator': onUser('force-authenticator'),
  'POST /user/{id}/force-security-key': onUser('force-security-key'),
  'POST /user/{id}/force-password-reset': onUser('force-password-reset'),
  'POST /user/{id}/add-role': onUser('add-role', { role: 'KYC' }),
  'POST /user/{id}/remove-role': async () => {
    const { id } = await newUser()
    await admin.post(`/user/${id}/add-role?${at}`, { role: 'KYC' })
    return admin.post(`/user/${id}/remove-role?${at}`, { role: 'KYC' })
  },
  'DELETE /user/{id}/session/{sessionId}': async () => {
    await platform.as('rulesviewer')
    const { id } = (await admin.get('/user?keyword=rulesviewer')).body.items[0]
    const { sessions } = (await admin.get(`/user/${id}/security`)).body
    return admin.delete(`/user/${id}/session/${sessions[0].id}`)
  },
  'DELETE /user/{id}/security-key/{keyId}': async () => {
    const { id } = await newUser()
    const keys = [randomUUID(), randomUUID()]
    for (const keyId of keys) await addKey(id, keyId)
    return admin.delete(`/user/${id}/security-key/${keys[0]}?${at}`)
  },
  'DELETE /user/{id}/password-link': async () =>
    admin.delete(`/user/${(await newUser()).id}/password-link?${at}`),
  'POST /role-grant/{id}/confirm': onGrant('confirm'),
  'POST /role-grant/{id}/revoke': onGrant('revoke'),
  'POST /role-grant/bulk': async () =>
    admin.post(`/role-grant/bulk?${at}`, {
      operation: 'confirm',
      ids: [{ id: `${(await newUser()).id}:AGENT` }],
    }),
  'POST /pending-grant/{id}/confirm': onPending('confirm', 'brand2'),
  'POST /pending-grant/{id}/refuse': onPending('refuse', 'brand2'),
  'POST /pending-grant/{id}/withdraw': onPending('withdraw', 'admin'),
  'POST /role-preset': async () => ({ status: 200, body: await newPreset(), headers: {}, text: '' }),
  'PUT /role-preset/{id}': async () =>
    admin.put(`/role-preset/${(await newPreset()).id}?${at}`, {
      version: 1,
      description: 'Changed',
      note: 'coverage',
    }),
  'DELETE /role-preset/{id}': async () =>
    admin.delete(`/role-preset/${(await newPreset()).id}?${at}&version=1&note=coverage`),
  'POST /template/': async () => ({ status: 200, body: await newTemplate(), headers: {}, text: '' }),
  'PUT /template/{id}/': async () => {
    const template = await newTemplate()
    return admin.put(`/template/${template.id}/?${at}`, {
      id: template.id,
      type: 'email',
      merchantId: 100010001,
      version: template.version,
      subject: 'Changed',
      note: 'coverage',
    })
  },
  'DELETE /template/{id}': async () =>
    admin.delete(`/template/${(await newTemplate()).id}?${at}&note=coverage`),
  'POST /template/{id}/send-test': async () =>
    admin.post(`/template/${(await newTemplate()).id}/send-test?${at}`, { to: 'admin@northlight.example' }),
  'POST /changeset': async () => {
    const body = { title: fresh('Launch'), note: 'For the coverage' }
    return (await platform.as('rules')).post(`/changeset?${at}`, body)
  },
  'PUT /changeset/{id}': async () => {
    const { id, version } = await changeSet()
    return (await platform.as('rules')).put(`/changeset/${id}?${at}`, { version, title: fresh('Launch') })
  },
  'POST /changeset/{id}/member': async () => {
    const { summary, open } = await (await author()).create({ priority: 13 })
    const member = { rulesetId: summary.id, version: open?.version, revision: open?.revision }
    return onChangeSet(await changeSet(), 'member', { member })
  },
  'DELETE /changeset/{id}/member/{rulesetId}': async () => {
    const { id, version, members } = await changeSet()
    const path = `/changeset/${id}/member/${members[0]?.rulesetId}`
    return (await platform.as('rules')).delete(`${path}?${at}&version=${version}`)
  },
  'POST /changeset/{id}/submit': async () => submitSet(await changeSet()),
  'POST /changeset/{id}/withdraw': async () => onChangeSet(await submittedSet(), 'withdraw'),
  'POST /changeset/{id}/approve': async () => onChangeSet(await submittedSet(), 'approve', {}, 'rules2'),
  'POST /changeset/{id}/deny': async () =>
    onChangeSet(await submittedSet(), 'deny', { note: 'coverage' }, 'rules2'),
  'POST /changeset/{id}/cancel': async () => onChangeSet(await changeSet(), 'cancel'),
  'POST /ruleset': () =>
    admin.post(`/ruleset?${at}`, { table: 'psp-routing', content: content(), changeNote: 'For coverage' }),
  'PUT /ruleset/{id}': async () => {
    const { summary, active } = await activeRuleset()
    const { version, revision } = active ?? { version: 0, revision: 0 }
    const body = { version, revision, changes: { priority: 12 }, changeNote: 'For coverage' }
    return admin.put(`/ruleset/${summary.id}?${at}`, body)
  },
  'DELETE /ruleset/{id}': async () => {
    const { summary, open } = await rulesetDraft()
    return admin.delete(
      `/ruleset/${summary.id}?${at}&version=${open?.version}&revision=${open?.revision}&note=coverage`,
    )
  },
  'POST /ruleset/{id}/submit': onRuleset('submit', rulesetDraft),
  'POST /ruleset/{id}/withdraw': onRuleset('withdraw', submitted),
  'POST /ruleset/{id}/approve': onRuleset('approve', submitted, {}, 'rules2'),
  'POST /ruleset/{id}/deny': onRuleset('deny', submitted, { note: 'coverage' }, 'rules2'),
  'POST /ruleset/{id}/break-glass': onRuleset('break-glass', blockDraft, { note: 'An attack is running' }),
  'POST /ruleset/{id}/comment': async () => {
    const { summary } = await submitted()
    const body = { version: 2, rowId: 'a', text: 'Why this PSP?' }
    return (await platform.as('rules2')).post(`/ruleset/${summary.id}/comment?${at}`, body)
  },
  'POST /ruleset/{id}/confirm': onRuleset('confirm', unconfirmed, {}, 'rules2'),
  'POST /ruleset/{id}/revert': onRuleset('revert', unconfirmed, { note: 'False alarm' }, 'rules2'),
  'POST /ruleset/{id}/archive': onRuleset('archive', activeRuleset, { note: 'For coverage' }),
  'POST /ruleset/{id}/restore': async () =>
    admin.post(`/ruleset/${(await activeRuleset()).summary.id}/restore?${at}`, {
      version: 1,
      note: 'coverage',
    }),
  'POST /ruleset/{id}/clone': async () =>
    admin.post(`/ruleset/${(await activeRuleset()).summary.id}/clone?${at}`, {
      name: 'A copy',
      note: 'coverage',
    }),
  'POST /ruleset/{id}/import': onRuleset('import', rulesetDraft, {
    format: 'csv',
    content: 'Tx type,psp,pspAccount\nCreditcardDeposit,acmecards,3DS\n',
    mode: 'append',
    changeNote: 'For coverage',
  }),
  'POST /transaction/{id}/note': async () => newNote((await newTransaction()).id),
  'POST /transaction/{id}/note/{noteId}/strike': async () => {
    const { id } = await newTransaction()
    return admin.post(`/transaction/${id}/note/${(await newNote(id)).body.id}/strike?${at}`)
  },
  'POST /transaction/{id}/{op}': async () => {
    const { id, version } = await newTransaction(waitsForApproval)
    return (await platform.as('approver1')).post(`/transaction/${id}/hold`, { version, info: 'coverage' })
  },
  'POST /transaction/bulk': async () => {
    const { id, version } = await newTransaction(waitsForApproval)
    const ids = [{ id: String(id), version }]
    return (await platform.as('approver1')).post('/transaction/bulk', { operation: 'hold', ids })
  },
  'PUT /userdata': async () => {
    const { version } = (await admin.get('/userdata')).body
    return admin.put('/userdata', { version, settings: { density: 'compact' } })
  },
  'POST /userdata/filter': async () => ({ status: 200, body: await newView(), headers: {}, text: '' }),
  'PUT /userdata/filter/{id}': async () => {
    const view = await newView()
    return admin.put(`/userdata/filter/${view.id}`, { version: view.version, name: fresh('Renamed ') })
  },
  'DELETE /userdata/filter/{id}': async () => admin.delete(`/userdata/filter/${(await newView()).id}`),
  'POST /route-denied': () => admin.post('/route-denied', { path: '/admin/audit-log' }),
  'PUT /me': async () => {
    const { version } = (await admin.get('/me')).body
    return admin.put('/me', { version, phone: '+46701234567' })
  },
  'POST /me/step-up': async () => (await someone()).post('/me/step-up', { password: demoPassword }),
  'POST /me/security/password': async () =>
    (await platform.as('agent')).post('/me/security/password', {
      currentPassword: demoPassword,
      newPassword: 'correct-horse-battery-7',
    }),
  'POST /me/security/authenticator/confirm': async () => enrolAuthenticator(await platform.as('approver1')),
  'DELETE /me/security/authenticator': async () => {
    const client = await platform.as('approver2')
    expect((await enrolAuthenticator(client)).status).toBe(200)
    return client.delete('/me/security/authenticator')
  },
  'POST /me/security/recovery-codes': async () => {
    const client = await platform.as('approver3')
    expect((await enrolAuthenticator(client)).status).toBe(200)
    return client.post('/me/security/recovery-codes')
  },
  'DELETE /me/security/session': async () => (await someone()).delete('/me/security/session'),
  'DELETE /me/security/session/{id}': async () => {
    const client = await someone()
    await someone()
    const { sessions } = (await client.get('/me/security')).body
    const other = sessions.find((session: { current: boolean }) => !session.current)
    return client.delete(`/me/security/session/${other.id}`)
  },
}

/** What they call a version is not the one their caller has seen: one of the past, or of nothing yet. */
const namesOtherVersion = new Set([
  'POST /ruleset/{id}/restore',
  'POST /ruleset/{id}/clone',
  'POST /template/',
])

/** A key can only be used by a browser; the journeys do, and see the entry in the log. */
const inBrowser = new Set(['POST /me/security/security-key/confirm', 'DELETE /me/security/security-key/{id}'])
/** Merchants are closed, never deleted: the call always refuses, and the refusal is logged. */
const refusing: Record<string, () => Promise<Answer>> = {
  'DELETE /merchant/{id}': () => admin.delete('/merchant/100010003'),
}

const entries = async (): Promise<number> => {
  const counted = await platform.db
    .selectFrom('auditEntry')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(counted.n)
}
const newest = () =>
  platform.db
    .selectFrom('auditEntry')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

describe('every call that changes something', () => {
  const writes = allCalls.filter((call) => call.effect === 'write').map((call) => call.key)

  it('is covered here', () => {
    const known = [...Object.keys(examples), ...Object.keys(refusing), ...inBrowser]
    expect(known.sort()).toEqual([...writes].sort())
  })

  it.each(oneIn(5, Object.keys(examples)))('%s leaves its audit entry', async (key) => {
    const before = await entries()
    const versioned = versionedCalls.find((call) => call.key === key && !namesOtherVersion.has(key))
    stale.watch(versioned)
    const answer = await examples[key]?.()
    expect(answer?.status, answer?.text).toBe(200)
    if (versioned) stale.expectShown()
    expect(await entries()).toBeGreaterThan(before)
    // What this one notes is itself a refusal: a page the person may not open.
    const result = key === 'POST /route-denied' ? 'REFUSED' : 'OK'
    expect(await newest()).toMatchObject({ result, actorType: 'USER' })
  })

  it.each(Object.keys(refusing))('%s leaves an entry that it was refused', async (key) => {
    const before = await entries()
    const answer = await refusing[key]?.()
    expect(answer?.status).toBeGreaterThanOrEqual(400)
    expect(await entries()).toBe(before + 1)
    expect(await newest()).toMatchObject({ result: 'REFUSED' })
  })

  it('is not done when its entry cannot be written', async () => {
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: platform.ownerUrl })
    await owner.connect()
    await owner.query('revoke insert on audit_entry from signalbox_app')
    try {
      const title = fresh('Never ')
      const answer = await admin.post(`/bank-mapping?${at}`, mapping(title))
      expect(answer.status).toBe(500)
      expect(answer.text).not.toContain('audit_entry')
      const found = await admin.get(`/bank-mapping?${at}&keyword=${encodeURIComponent(title)}`)
      expect(found.body.total).toBe(0)
    } finally {
      await owner.query('grant insert on audit_entry to signalbox_app')
      await owner.end()
    }
  })
})
