import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { transaction } from '../../../kit/transaction.ts'
import { accountById, accountStanding, offeredAccounts, recognise, recordOutcome } from './accounts.ts'
import type { AccountDetails } from './account-types.ts'

const platform = 1000
const group = 100010000
const brand = 100010001
const sibling = 100010002
const at = new Date('2026-02-03T12:00:00.000Z')

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())
beforeEach(async () => {
  await sql`delete from user_psp_account`.execute(kit.db)
  await sql`delete from account_block`.execute(kit.db)
})

const card = (given: Partial<AccountDetails> = {}): AccountDetails => ({
  merchantId: brand,
  userId: 'user_1',
  accountHash: 'hash-1',
  txType: 'CreditcardDeposit',
  providerType: 'CREDITCARD',
  masked: '411111******1111',
  holder: 'John Jonsson',
  expiry: '2030-12',
  visible: true,
  ...given,
})

const meet = (given: Partial<AccountDetails> = {}, status: 'NEW' | 'ACTIVE' | 'BLOCKED' = 'NEW') =>
  transaction(kit.db, (tx) => recognise(tx, card(given), { id: kit.deps.newId(), status, now: at }))

const standing = (given: Partial<AccountDetails> = {}) =>
  accountStanding(kit.db, card(given), given.providerType ?? 'CREDITCARD')

const setStatus = (id: string, status: string, reason: string | null = null) =>
  sql`update user_psp_account set status = ${status}, block_reason = ${reason} where id = ${id}`.execute(
    kit.db,
  )

it('makes a row for a new account and knows it again, also for two payments at once', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => meet()))
  expect(new Set(accounts.map((account) => account.id)).size).toBe(1)
  expect(accounts[0]).toMatchObject({ status: 'NEW', successfulPayments: 0, verification: 'UNVERIFIED' })
  const again = await meet({ expiry: '2032-01', holder: null })
  expect(again).toMatchObject({ id: accounts[0]?.id, expiry: '2032-01', holder: 'John Jonsson' })
  expect(await accountById(kit.db, brand, again.id)).toMatchObject({ userId: 'user_1' })
  expect(await accountById(kit.db, sibling, again.id)).toBeUndefined()
})

it('counts how payments end; the first success makes it active', async () => {
  const { id } = await meet()
  const outcome = (isSuccess: boolean, isDeposit: boolean) =>
    transaction(kit.db, (tx) => recordOutcome(tx, brand, id, { isSuccess, isDeposit, at }))
  await outcome(false, true)
  expect(await standing()).toMatchObject({
    usedForDeposit: false,
    account: { status: 'NEW', failedPayments: 1 },
  })
  await outcome(true, false)
  expect(await standing()).toMatchObject({ usedForDeposit: false, account: { status: 'ACTIVE' } })
  await outcome(true, true)
  expect(await standing()).toMatchObject({
    usedForDeposit: true,
    account: { successfulPayments: 2, successfulDeposits: 1 },
  })
})

it('tells who else has the account and what else the user has', async () => {
  await meet()
  await meet({ accountHash: 'hash-2' })
  await meet({ accountHash: 'iban-1', providerType: 'BANKIBAN' })
  await meet({ userId: 'user_2' })
  await meet({ userId: 'user_3', merchantId: sibling })
  expect(await standing()).toMatchObject({ otherUsers: 1, ownAccounts: 2, block: undefined })
  expect(await standing({ userId: 'user_4' })).toMatchObject({
    otherUsers: 2,
    ownAccounts: 0,
    account: undefined,
  })
  expect(await standing({ accountHash: 'hash-9' })).toMatchObject({ otherUsers: 0, ownAccounts: 2 })
})

it('knows blocks of the row itself and of every merchant above', async () => {
  const { id } = await meet()
  await setStatus(id, 'BLOCKED', 'FRAUD')
  expect(await standing()).toMatchObject({
    block: { reason: 'FRAUD', merchantId: brand },
    hasBlockedAccount: true,
  })
  expect(await standing({ userId: 'user_2' })).toMatchObject({ block: undefined, hasBlockedAccount: false })
  await setStatus(id, 'INACTIVE')
  expect(await standing()).toMatchObject({ block: { reason: 'INACTIVE' } })
  await sql`insert into account_block values
    (${group}, 'hash-1', 'STOLEN', ${brand}, ${id}, 'anna', ${at})`.execute(kit.db)
  for (const merchantId of [brand, sibling, group])
    expect(await standing({ merchantId, userId: 'user_9' })).toMatchObject({
      block: { reason: 'STOLEN', merchantId: group },
    })
  expect(await standing({ merchantId: 100020000 })).toMatchObject({ block: undefined })
  expect(await standing({ merchantId: platform })).toMatchObject({ block: undefined })
})

it('takes a deleted account for a new one, and remembers that a deposit was made from it', async () => {
  const { id } = await meet()
  await transaction(kit.db, (tx) => recordOutcome(tx, brand, id, { isSuccess: true, isDeposit: true, at }))
  await setStatus(id, 'DELETED')
  expect(await standing()).toMatchObject({ account: undefined, ownAccounts: 0, usedForDeposit: true })
  expect(await offeredAccounts(kit.db, brand, 'user_1', { hidden: false })).toEqual([])
  expect(await meet()).toMatchObject({ id, status: 'NEW' })
})

it('keeps a block when the account comes back', async () => {
  const { id } = await meet()
  await setStatus(id, 'BLOCKED', 'FRAUD')
  expect(await meet()).toMatchObject({ status: 'BLOCKED' })
})

it('offers what is visible and works', async () => {
  const shown = await meet()
  await meet({ accountHash: 'hash-2', visible: false })
  const inactive = await meet({ accountHash: 'hash-3' })
  await setStatus(inactive.id, 'INACTIVE')
  const offered = await offeredAccounts(kit.db, brand, 'user_1', { hidden: false })
  expect(offered.map((account) => account.id)).toEqual([shown.id])
})
