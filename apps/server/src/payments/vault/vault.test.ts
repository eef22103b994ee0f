import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secretBox } from '../../kit/secret-box.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../kit/testing/test-master-key.ts'
import { transaction } from '../../kit/transaction.ts'
import { expireCodes } from './expire-codes.ts'
import { fingerprinter } from './fingerprint.ts'
import { Vault } from './vault.ts'

const brand = 100010001
const sibling = 100010002
const pan = '4111111111111111'
// Four digits: three of them stand in every thousandth instant, which has milliseconds.
const cvv = '7391'
const card = { pan, expiry: '2030-12', cvv, holder: 'John Jonsson' }

let kit: KitApp
let vault: Vault
let now: Date
beforeAll(async () => {
  kit = await kitApp(() => [])
  vault = new Vault({
    secrets: secretBox(testMasterKey),
    print: fingerprinter(testMasterKey),
    now: () => now,
    newId: kit.deps.newId,
    random: randomBytes,
  })
})
afterAll(() => kit.close())
beforeEach(() => {
  now = new Date('2026-02-03T12:00:00.000Z')
})

const store = (merchantId = brand, given = card) =>
  transaction(kit.db, (tx) => vault.storeCard(tx, merchantId, given))
const claim = (token: string, txId: number, merchantId = brand) =>
  transaction(kit.db, (tx) => vault.cardOfToken(tx, merchantId, token, txId))
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

let lastTx = 1000
const nextTx = () => ++lastTx

describe('a token', () => {
  it('is good for one payment, which may ask twice', async () => {
    const { token, card: stored, expiresAt } = await store()
    expect(token).toMatch(/^ct_[\w-]{32}$/)
    expect(expiresAt.toISOString()).toBe('2026-02-03T12:15:00.000Z')
    expect(stored).toMatchObject({
      masked: '411111******1111',
      bin: '41111111',
      lookupDigits: '41111111111',
      last4: '1111',
      expiry: '2030-12',
      holder: 'John Jonsson',
    })
    const txId = nextTx()
    expect(await claim(token, txId)).toEqual(stored)
    expect(await claim(token, txId)).toEqual(stored)
    expect(await claim(token, nextTx())).toBeUndefined()
  })

  it('goes to exactly one of many payments that want it at once', async () => {
    const { token } = await store()
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(token, nextTx())))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('is no good later, at another merchant, or made up', async () => {
    const { token } = await store()
    expect(await claim(token, nextTx(), sibling)).toBeUndefined()
    expect(await claim('ct_madeup', nextTx())).toBeUndefined()
    pass(15)
    expect(await claim(token, nextTx())).toBeUndefined()
  })
})

describe('a card', () => {
  it('has one reference per merchant and one hash everywhere', async () => {
    const first = await store()
    const again = await store()
    const elsewhere = await store(sibling)
    const other = await store(brand, { ...card, pan: '5555555555554444' })
    expect(again.card.vaultRef).toBe(first.card.vaultRef)
    expect(elsewhere.card.vaultRef).not.toBe(first.card.vaultRef)
    expect(elsewhere.card.accountHash).toBe(first.card.accountHash)
    expect(other.card.accountHash).not.toBe(first.card.accountHash)
  })

  it('is told to the PSP with its code until the payment was submitted, later without', async () => {
    const { token } = await store()
    const txId = nextTx()
    const stored = await claim(token, txId)
    if (!stored) throw new Error('The token was refused')
    const clear = () => vault.clearCard(kit.db, brand, txId, stored)
    expect(await clear()).toEqual({ pan, cvv, expiry: '2030-12', holder: 'John Jonsson' })
    await transaction(kit.db, (tx) => vault.forgetCode(tx, brand, txId))
    expect(await clear()).toMatchObject({ pan, cvv: null })
    expect(await vault.cardOfRef(kit.db, brand, stored.vaultRef, stored)).toEqual(stored)
  })

  it('loses its code when the time is up, and the job takes the rest away', async () => {
    const { token } = await store()
    const txId = nextTx()
    const stored = await claim(token, txId)
    if (!stored) throw new Error('The token was refused')
    pass(20)
    expect(await vault.clearCard(kit.db, brand, txId, stored)).toMatchObject({ cvv: null })
    const job = expireCodes(kit.deps)
    await job.run({ now, signal: new AbortController().signal })
    expect(await job.run({ now, signal: new AbortController().signal })).toBe('Removed: 0')
  })

  it('cannot be opened for another merchant or with another key', async () => {
    const { card: stored } = await store()
    await expect(vault.cardOfRef(kit.db, sibling, stored.vaultRef, stored)).rejects.toThrow('no card')
    const stranger = new Vault({
      secrets: secretBox(Buffer.alloc(32, 1)),
      print: fingerprinter(Buffer.alloc(32, 1)),
      now: () => now,
      newId: kit.deps.newId,
      random: randomBytes,
    })
    await expect(stranger.cardOfRef(kit.db, brand, stored.vaultRef, stored)).rejects.toThrow()
  })

  it('stands nowhere in the database as it is', async () => {
    await store()
    const owner = new pg.Client({ connectionString: kit.ownerUrl })
    await owner.connect()
    try {
      const tables = await owner.query<{ name: string }>(
        `select quote_ident(table_name) as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE'`,
      )
      for (const { name } of tables.rows) {
        const found = await owner.query(
          `select 1 from ${name} t where t::text like '%${pan}%' or t::text ~ '\\y${cvv}\\y' limit 1`,
        )
        expect(found.rowCount, name).toBe(0)
      }
    } finally {
      await owner.end()
    }
  })
})

describe('the public key', () => {
  it('is made once per merchant, also by two who ask at the same time, and opens what it encrypted', async () => {
    const [a, b] = await Promise.all([vault.publicKey(kit.db, brand), vault.publicKey(kit.db, brand)])
    expect(a).toEqual(b)
    // As hard to break as 128 bits.
    expect(createPublicKey(a.publicKey).asymmetricKeyDetails?.modulusLength).toBe(3072)
    const other = await vault.publicKey(kit.db, sibling)
    expect(other.publicKey).not.toBe(a.publicKey)
    const text = JSON.stringify({ ...card, holder: 'X'.repeat(100) })
    const encrypted = publicEncrypt(
      { key: a.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(text),
    ).toString('base64')
    expect(await vault.decrypt(kit.db, brand, encrypted)).toBe(text)
    await expect(vault.decrypt(kit.db, sibling, encrypted)).rejects.toMatchObject({ code: 'INVALID' })
    await expect(vault.decrypt(kit.db, brand, 'bm90IGVuY3J5cHRlZA==')).rejects.toMatchObject({
      code: 'INVALID',
    })
  })
})
