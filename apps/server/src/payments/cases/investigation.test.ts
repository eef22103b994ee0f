import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseOutcomePreview, CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { CaseRow } from '@signalbox/model/entities/case'
import type { Client } from '../../kit/testing/kit-app.ts'
import { sweep } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { oneDecides } from '../testing/one-decides.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { eventually } from '../../testing/eventually.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
/** Messages nobody can place lie with whoever's account at the PSP they came for, which may be a merchant above. */
const above = 'merchantId=1000'
const tagId = 'statement'

let platform: PaymentPlatform
let investigator: Client
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 20, 20, 20, 20], pollMs: [3_600_000] }, 0.03)
  await oneDecides(platform)
  investigator = await platform.as('investigator')
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

let users = 0
const deposit = async (amount: string, more: object = {}) =>
  (await platform.deposit({ userId: `case_${++users}`, amount: { amount, currency: 'EUR' }, ...more })).body

const listed = async (query: string, where = at): Promise<CaseRow[]> => {
  const answer = await investigator.get(`/case?${where}&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const caseOf = async (txId: number): Promise<CaseRow> => {
  const [found] = await listed(`keyword=${txId}`)
  if (!found) throw new Error(`No case about ${txId}`)
  return found
}
const sheet = async (id: string): Promise<CaseSheet> => (await investigator.get(`/case/${id}?${above}`)).body
const act = (client: Client, id: string, action: string, body: object) =>
  client.post(`/case/${id}/${action}?${above}`, body)

const decision = async (id: string, outcome: string, more: object = {}) => {
  const { version, txStatusNo } = await sheet(id)
  return {
    version,
    txStatusNo,
    outcome,
    evidence: 'On the statement of the day',
    reference: `ref-${id}`,
    tagId,
    ...more,
  }
}
const journalOf = async (txId: number): Promise<string[]> => {
  const { rows } = await sql<{ eventType: string }>`select event_type from journal_entry
    where source_id = ${String(txId)} order by event_type`.execute(platform.db)
  return rows.map(({ eventType }) => eventType)
}

describe('an inconsistent payment', () => {
  it('that only reserves money tells the merchant nothing, as shown and as done', async () => {
    const paid = await deposit('777.03', { authType: 'PRE_AUTH' })
    expect(paid.state).toBe('INCONSISTENT')
    const found = await caseOf(paid.txId)
    const { outcomes } = (await investigator.get(`/case/${found.id}/outcome?${at}`)).body as {
      outcomes: CaseOutcomePreview[]
    }
    expect(outcomes).toMatchObject([
      { outcome: 'SUCCESSFUL', merchant: null, entries: [] },
      { outcome: 'FAILED', merchant: { call: 'cancel' }, entries: [] },
    ])
    const { version } = found
    await act(investigator, found.id, 'take', { version })
    const done = await act(investigator, found.id, 'resolve', await decision(found.id, 'SUCCESSFUL'))
    expect(done.status, done.text).toBe(200)
    await sweep(platform.app.payments.machine)
    await platform.until(paid, 'SUCCESSFUL')
    const { rows } =
      await sql`select 1 from notification where tx_id = ${paid.txId} and kind = 'TRANSFER'`.execute(
        platform.db,
      )
    expect(rows).toEqual([])
  })

  it('is a case with a suspected cause, and a decision does what was shown before', async () => {
    const paid = await deposit('777.03')
    expect(paid.state).toBe('INCONSISTENT')
    const found = await caseOf(paid.txId)
    expect(found).toMatchObject({ type: 'INCONSISTENT', state: 'OPEN', overdue: false, txId: paid.txId })
    expect(found.suspected).toBe('The answer could not be read.')
    expect(found.allowed).toEqual(['take', 'wait', 'comment', 'file', 'resolve'])
    const taken = await act(investigator, found.id, 'take', { version: found.version })
    expect(taken.body).toMatchObject({ state: 'ASSIGNED', version: found.version + 1 })
    await act(investigator, found.id, 'comment', { text: 'Asked the PSP by mail' })
    const { outcomes } = (await investigator.get(`/case/${found.id}/outcome?${at}`)).body as {
      outcomes: CaseOutcomePreview[]
    }
    const [success, failure] = outcomes
    expect(success).toMatchObject({ outcome: 'SUCCESSFUL', merchant: { call: 'transfer' } })
    expect(failure).toMatchObject({ outcome: 'FAILED', statusNo: 506, entries: [] })
    expect(await journalOf(paid.txId)).toEqual([])
    const done = await act(investigator, found.id, 'resolve', await decision(found.id, 'SUCCESSFUL'))
    expect(done.status, done.text).toBe(200)
    await sweep(platform.app.payments.machine)
    expect((await platform.until(paid, 'SUCCESSFUL')).statusCodeNo).toBe(0)
    const booked = success?.entries.map(({ eventType }) => eventType).toSorted()
    expect(await journalOf(paid.txId)).toEqual(booked)
    expect((await platform.row(paid)).pspRefId).toBe(`ref-${found.id}`)
    const after = await sheet(found.id)
    expect(after).toMatchObject({ state: 'RESOLVED', resolution: 'FORCED_SUCCESS', assignee: 'investigator' })
    expect(after.entries.map(({ kind }) => kind)).toEqual(['ASSIGNED', 'COMMENT', 'DECIDED'])
    expect(after.entries.at(-1)).toMatchObject({ reference: `ref-${found.id}`, subject: 'SUCCESSFUL' })
    const { rows } = await sql<{ action: string }>`select action from audit_entry
      where entity_type in ('case', 'transaction') and entity_id in (${found.id}, ${String(paid.txId)})
        and action not in ('VIEW_LOG') order by seq`.execute(platform.db)
    expect(rows.map(({ action }) => action)).toEqual([
      'TAKE',
      'COMMENT',
      'FORCE_SUCCESSFUL',
      'FORCE_SUCCESSFUL',
    ])
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })

  it('is decided once, however many try at the same moment', async () => {
    const { txId } = await deposit('999.04')
    const { id, suspected } = await caseOf(txId)
    expect(suspected).toContain('the merchant was not credited')
    // The merchant has reasons, and none has to be given: as for the operation on the payment.
    const reasons = await investigator.get(`/transaction/${txId}/reason?${at}`)
    expect([reasons.body.required, reasons.body.tags['force-failed'].length > 0]).toEqual([false, true])
    const body = await decision(id, 'FAILED', { tagId: undefined })
    const tries = await Promise.all(
      [investigator, admin, investigator, admin].map((client) => act(client, id, 'resolve', body)),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await platform.until({ txId }, 'FAILED')).statusCodeNo).toBe(506)
    const decided = await sheet(id)
    expect(decided).toMatchObject({ state: 'RESOLVED', resolution: 'FORCED_FAILED' })
    // There would be nothing to decide; who doubts the payment makes it inconsistent, and that opens a case.
    expect(decided.allowed).not.toContain('reopen')
    const again = await act(admin, id, 'reopen', { version: decided.version, text: 'Look at it again' })
    expect([again.status, again.body.message]).toEqual([
      409,
      'The payment is failed (506) and already decided; to decide again, force it inconsistent.',
    ])
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })

  it('is not decided without evidence, with a reason the merchant does not have, or by whoever may not', async () => {
    const { txId } = await deposit('777.03')
    const { id, version } = await caseOf(txId)
    const refused = async (more: object, client = investigator) => {
      const { status, body } = await act(client, id, 'resolve', await decision(id, 'SUCCESSFUL', more))
      return [status, body.fields?.[0]?.field ?? body.code]
    }
    expect(await refused({ evidence: '  ' })).toEqual([422, 'evidence'])
    expect(await refused({ reference: '' })).toEqual([422, 'reference'])
    expect(await refused({ tagId: 'other' })).toEqual([422, 'tagId'])
    const forced = await investigator.post(`/transaction/${txId}/force-failed?${at}`, {
      version: (await platform.row({ merchantId, txId })).version,
      info: 'On the statement',
      tagId: 'other',
    })
    const resolved = await act(investigator, id, 'resolve', await decision(id, 'FAILED', { tagId: 'other' }))
    expect([forced.status, forced.body.fields], 'the same from both places').toEqual([
      422,
      resolved.body.fields,
    ])
    expect(await refused({ version: version + 1 })).toEqual([409, 'VERSION_CONFLICT'])
    expect(await refused({ txStatusNo: 400 })).toEqual([409, 'VERSION_CONFLICT'])
    const stale = await act(investigator, id, 'take', { version: version + 1 })
    expect(stale.body, 'whoever is late sees the case as it is').toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { id, version },
    })
    const otherStatus = await act(
      investigator,
      id,
      'resolve',
      await decision(id, 'SUCCESSFUL', { txStatusNo: 400 }),
    )
    expect(otherStatus.body.current).toMatchObject({ id, version, txStatusNo: expect.any(Number) })
    const row = await platform.row({ merchantId, txId })
    const late = await investigator.post(`/transaction/${txId}/force-failed?${at}`, {
      version: row.version + 1,
      info: 'On the statement',
      tagId,
    })
    expect(late.body, 'and the payment').toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { id: txId, version: row.version, statusCodeNo: row.statusNo },
    })
    expect(await refused({}, await platform.as('agent'))).toEqual([403, 'FORBIDDEN'])
    const closed = await act(investigator, id, 'close', { version, resolution: 'NO_ACTION', text: 'Fine' })
    expect([closed.status, closed.body.code]).toEqual([409, 'INVALID_STATE'])
    const elsewhere = await investigator.post(`/case/${id}/take?merchantId=100010002`, { version })
    expect(elsewhere.status).toBe(404)
    expect((await investigator.get(`/case/${id}?merchantId=100010002`)).status).toBe(404)
    expect((await platform.row({ merchantId, txId })).statusNo).toBe(405)
  })
})

describe('who has a case', () => {
  it('is whoever takes it, until they give it back; an administrator hands out', async () => {
    const [first, second] = [await deposit('777.04'), await deposit('777.04')]
    const cases = [await caseOf(first.txId), await caseOf(second.txId)]
    const [one] = cases as [CaseRow]
    const { people } = (await admin.get(`/case/options?${at}`)).body as {
      people: { id: string; username: string }[]
    }
    expect(people.map(({ username }) => username)).toEqual(expect.arrayContaining(['admin', 'investigator']))
    const idOf = (username: string) => people.find((each) => each.username === username)?.id
    const assigneeId = idOf('admin')
    expect((await act(investigator, one.id, 'assign', { version: one.version, assigneeId })).status).toBe(403)
    await act(admin, one.id, 'take', { version: one.version })
    const version = one.version + 1
    expect((await act(investigator, one.id, 'take', { version })).body.code).toBe('INVALID_STATE')
    expect((await act(investigator, one.id, 'unassign', { version })).body.code).toBe('INVALID_STATE')
    const nobody = await act(admin, one.id, 'assign', { version, assigneeId: one.id })
    expect(nobody.body.fields[0].field).toBe('assigneeId')
    const bulk = await admin.post(`/case/bulk?${at}`, {
      operation: 'assign',
      ids: cases.map(({ id, version: seen }) => ({ id, version: seen })),
      params: { assigneeId: idOf('investigator') },
    })
    expect(bulk.body.results.map(({ ok, code }: { ok: boolean; code?: string }) => [ok, code])).toEqual([
      [false, 'VERSION_CONFLICT'],
      [true, undefined],
    ])
    expect((await listed('whose=you')).map(({ txId }) => txId)).toContain(second.txId)
    expect((await listed('whose=others')).map(({ txId }) => txId)).toContain(first.txId)
  })

  it('may wait for somebody, and the list is filtered, counted and taken away as it is seen', async () => {
    const { txId } = await deposit('777.04')
    const { id, version } = await caseOf(txId)
    await act(investigator, id, 'wait', { version, for: 'PSP' })
    expect((await listed('state=WAITING_PSP')).map((each) => each.txId)).toEqual([txId])
    await sql`update investigation_case set due_at = now() - interval '1 minute' where id = ${id}`.execute(
      platform.db,
    )
    const [late] = await listed('overdue=true')
    expect(late).toMatchObject({ id, overdue: true, severity: 'HIGH' })
    expect((await listed('statusNo=401&state=WAITING_PSP')).length).toBe(1)
    expect((await listed('statusNo=405&state=WAITING_PSP')).length).toBe(0)
    expect((await investigator.get(`/case?${at}&overdue=perhaps`)).status).toBe(422)
    expect((await investigator.get(`/case?${at}&sort=severity`)).status).toBe(422)
    expect((await investigator.get(`/case?${at}&cursor=nowhere`)).status).toBe(422)
    expect((await investigator.get(`/case?${at}&statusNo=99999999999`)).status).toBe(422)
    const page = (await investigator.get(`/case?${at}&limit=1`)).body
    const next = (await investigator.get(`/case?${at}&limit=1&cursor=${page.cursor}`)).body
    expect(next.items[0].id).not.toBe(page.items[0].id)
    const csv = await investigator.get(`/case/export?${at}&overdue=true&columns=txId,state`)
    expect(csv.text.split('\r\n').slice(1, 2)).toEqual([`${txId},WAITING_PSP`])
    const { investigate } = (await investigator.get(`/counters?${at}`)).body
    expect(investigate.open).toBe((await listed('')).length)
    expect(investigate.mine).toBe((await listed('whose=you')).length)
  })
})

describe('a case opened by hand', () => {
  it('is there once, closes with a reason, and opens again for a month', async () => {
    const { txId } = await deposit('12.00')
    const opened = await investigator.post(`/case?${at}`, { txId, text: 'The user says it came twice' })
    expect(opened.status, opened.text).toBe(200)
    const { id } = opened.body
    expect((await investigator.post(`/case?${at}`, { txId, text: 'Again' })).status).toBe(409)
    const unknown = await investigator.post(`/case?${at}`, { txId: 4711, text: 'Nothing' })
    expect(unknown.status).toBe(422)
    expect(await caseOf(txId)).toMatchObject({ type: 'MANUAL', suspected: 'The user says it came twice' })
    const close = { version: opened.body.version, resolution: 'NO_ACTION', text: 'It came once' }
    const closed = await act(investigator, id, 'close', close)
    expect(closed.body.state).toBe('RESOLVED')
    const again = { version: closed.body.version, text: 'It did come twice' }
    expect((await act(investigator, id, 'reopen', again)).body.state).toBe('OPEN')
    await sql`update investigation_case set state = 'RESOLVED', resolved_at = now() - interval '31 days'
      where id = ${id}`.execute(platform.db)
    const late = await act(investigator, id, 'reopen', { ...again, version: again.version + 1 })
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_STATE'])
    const operator = await platform.as('operator')
    expect((await act(operator, id, 'comment', { text: 'Looked at it' })).status).toBe(403)
  })
})

describe('evidence as a file', () => {
  const content = (text: string | Buffer) => Buffer.from(text).toString('base64')
  const openOne = async (): Promise<{ id: string; txId: number }> => {
    const { txId } = await deposit('12.00')
    const opened = await investigator.post(`/case?${at}`, { txId, text: 'Something to show' })
    return { id: opened.body.id, txId }
  }
  const statement = 'date;amount\r\n2026-11-16;12,00\r\n'

  it('is kept sealed, listed with the case and handed out as it came', async () => {
    const { id } = await openOne()
    const file = { name: 'Kontoauszug "für" Åse.csv', content: content(statement) }
    const added = await act(investigator, id, 'file', file)
    expect(added.status, added.text).toBe(200)
    const { files, entries } = await sheet(id)
    expect(files).toMatchObject([
      { name: 'Kontoauszug für Åse.csv', kind: 'csv', sizeBytes: statement.length, author: 'investigator' },
    ])
    expect(entries.at(-1)).toMatchObject({ kind: 'FILE', text: 'Kontoauszug für Åse.csv', subject: 'CSV' })
    const address = `/case/${id}/file/${files[0]?.id}?${at}`
    const fetched = await admin.get(address)
    expect(fetched.text).toBe(statement)
    expect(fetched.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="Kontoauszug f_r _se.csv"; filename*=UTF-8''Kontoauszug%20f%C3%BCr%20%C3%85se.csv`,
    })
    const { rows } = await sql<{
      content: Buffer
    }>`select content from case_file where case_id = ${id}`.execute(platform.db)
    expect(rows[0]?.content.includes('amount')).toBe(false)
    const audit = await sql<{ action: string }>`select action from audit_entry
      where entity_id = ${id} order by seq`.execute(platform.db)
    expect(audit.rows.map(({ action }) => action)).toEqual(['OPEN', 'ADD_FILE', 'VIEW_FILE'])
    const elsewhere = `merchantId=100010002`
    expect((await investigator.get(address.replace(at, elsewhere))).status).toBe(404)
    expect((await investigator.post(`/case/${id}/file?${elsewhere}`, file)).status).toBe(404)
    const agent = await platform.as('agent')
    expect((await agent.get(address)).status).toBe(403)
    expect((await agent.post(`/case/${id}/file?${at}`, file)).status).toBe(403)
    const other = await openOne()
    expect((await investigator.get(`/case/${other.id}/file/${files[0]?.id}?${at}`)).status).toBe(404)
  })

  it('is judged by its content, its size and whether the case has it', async () => {
    const { id } = await openOne()
    const refused = async (body: object) => {
      const answer = await act(investigator, id, 'file', body)
      return [answer.status, answer.body.fields?.[0]?.code ?? answer.body.code]
    }
    const page = content('<html><script>alert(1)</script>')
    expect(await refused({ name: 'statement.pdf', content: page })).toEqual([422, 'FILE_TYPE'])
    expect(await refused({ name: 'statement.csv', content: page })).toEqual([422, 'FILE_TYPE'])
    expect(await refused({ name: 'a.csv', content: 'not base64!' })).toEqual([422, 'BASE64'])
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, '1,')
    expect(await refused({ name: 'a.csv', content: content(large) })).toEqual([422, 'TOO_LARGE'])
    expect(await refused({ name: 'a.csv', content: 'x'.repeat(14_700_000) })).toEqual([413, 'TOO_LARGE'])
    for (const text of [
      'name,card\nAnna,4111111111111111\n',
      'From: Anna\nTo: us, please\n\n4111\n1111\n1111\n1111\n',
    ])
      expect(await refused({ name: 'a.csv', content: content(text) })).toEqual([422, 'CARD_NUMBER'])
    const late = `${'1;2;word\n'.repeat(30_000)}4111 1111 1111 1111;x`
    expect(await refused({ name: 'a.csv', content: content(late) })).toEqual([422, 'CARD_NUMBER'])
    expect((await sheet(id)).files).toEqual([])
    const fits = large.subarray(1)
    expect((await act(investigator, id, 'file', { name: 'a.csv', content: content(fits) })).status).toBe(200)
    expect(await refused({ name: 'b.csv', content: content(fits) })).toEqual([409, 'DUPLICATE'])
    const [file] = (await sheet(id)).files
    const back = await investigator.get(`/case/${id}/file/${file?.id}?${at}`)
    expect(back.text === fits.toString()).toBe(true)
  })

  it('is opened by its author alone where the merchant hides people from those without a right to see them', async () => {
    const { id } = await openOne()
    await act(admin, id, 'file', { name: 'a.csv', content: content(statement) })
    const address = `/case/${id}/file/${(await sheet(id)).files[0]?.id}?${at}`
    const hide = (mask: boolean) =>
      sql`update merchant set mask_sensitive_data = ${mask} where id = ${merchantId}`.execute(platform.db)
    await hide(true)
    try {
      expect((await investigator.get(address)).status).toBe(403)
      expect((await admin.get(address)).status).toBe(200)
    } finally {
      await hide(false)
    }
    expect((await investigator.get(address)).status).toBe(200)
  })
})

describe('a callback about nobody', () => {
  const unknownCase = async (): Promise<CaseRow> => {
    const open = () => listed('desk=callbacks&state=OPEN', above)
    const [found] = await eventually(open, (cases) => cases.length > 0, 'No callback came')
    return found as CaseRow
  }

  it('is attached to the payment it fits, and does then what it says', async () => {
    const paid = await deposit('777.07')
    const other = await deposit('12.00')
    const found = await unknownCase()
    expect(found).toMatchObject({ type: 'UNKNOWN_CALLBACK', txId: null })
    const { callback, candidates, causes } = await sheet(found.id)
    expect(causes[0]?.code).toBe('UNKNOWN_REFERENCE')
    expect(callback?.body).not.toBe('')
    expect(candidates.map(({ txId }) => txId)).toContain(paid.txId)
    const attach = (txId: number, version = found.version) =>
      act(investigator, found.id, 'attach', { version, txId, text: 'The same amount and hour' })
    const wrong = await attach(other.txId)
    expect([wrong.status, wrong.body.code]).toEqual([409, 'INVALID_STATE'])
    expect((await attach(4711)).status).toBe(422)
    const right = await attach(paid.txId)
    expect(right.status, right.text).toBe(200)
    await sweep(platform.app.payments.machine)
    await platform.until(paid, 'SUCCESSFUL')
    expect((await attach(paid.txId, right.body.version)).status).toBe(409)
    expect(await sheet(found.id)).toMatchObject({
      state: 'RESOLVED',
      resolution: 'LATE_CALLBACK',
      txId: paid.txId,
    })
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })

  it('is offered only payments that it can be attached to', async () => {
    const paid = [await deposit('777.07'), await deposit('777.07')]
    const open = () => listed('desk=callbacks&state=OPEN', above)
    const cases = await eventually(open, (found) => found.length === paid.length, 'Not all callbacks came')
    for (const { id, version } of cases) {
      const { candidates } = await sheet(id)
      // Whichever is chosen has to do; the last one is the least likely.
      const txId = candidates.at(-1)?.txId
      expect(txId, 'nothing is offered').toBeDefined()
      const attached = await act(investigator, id, 'attach', { version, txId, text: 'As it was offered' })
      expect(attached.status, attached.text).toBe(200)
    }
    await sweep(platform.app.payments.machine)
    for (const each of paid) await platform.until(each, 'SUCCESSFUL')
  })

  it('is dismissed with a reason, and taken up again', async () => {
    const paid = await deposit('777.07')
    const { id, version } = await unknownCase()
    expect((await act(investigator, id, 'dismiss', { version, text: '' })).status).toBe(422)
    const dismissed = await act(investigator, id, 'dismiss', { version, text: 'A test of the PSP' })
    expect(dismissed.body.state).toBe('RESOLVED')
    const { allowed, callback } = await sheet(id)
    expect(callback?.outcome).toBe('DISMISSED')
    expect(allowed).toContain('reopen')
    await act(investigator, id, 'reopen', { version: dismissed.body.version, text: 'Not a test' })
    expect((await sheet(id)).callback?.outcome).toBe('UNKNOWN')
    expect((await platform.row(paid)).statusNo).toBe(303)
  })
})
