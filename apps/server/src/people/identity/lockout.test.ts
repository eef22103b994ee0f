import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountByUsername } from './account-store.ts'
import { countAttempt } from './attempt-count.ts'
import { releaseLocks } from './release-locks.ts'
import { codeAt } from './testing/authenticator-app.ts'
import type { Browser } from './testing/browser.ts'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp()
})
afterAll(() => platform.close())
beforeEach(() => later(24 * 60))

/** The clock of this server alone; that of the database, which locks go by, stays. */
const moveServerClock = (minutes: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + minutes * 60_000)
}
/** Locks and failures are so much older by the database's clock. */
const age = async (minutes: number) => {
  const back = sql`${`${minutes} minutes`}::interval`
  for (const table of ['user_credential', 'known_device'])
    await sql`update ${sql.table(table)} set locked_until = locked_until - ${back},
      last_failure_at = last_failure_at - ${back}`.execute(platform.db)
}
const later = async (minutes: number) => {
  moveServerClock(minutes)
  await age(minutes)
  await sql`update login_flight set at = at - ${`${minutes} minutes`}::interval`.execute(platform.db)
}
/** For throttles, which go by the database's clock. */
const aMinutePasses = () =>
  sql`update login_throttle set window_ends_at = window_ends_at - interval '1 minute'`.execute(platform.db)
const wrong = 'not the password 1'

/** Each guess from an address of its own, as attackers have many. */
async function guess(username: string, times: number): Promise<number[]> {
  const answers = []
  for (let i = 0; i < times; i++) {
    answers.push((await platform.browser(`10.9.0.${i}`).login({ username, password: wrong })).status)
  }
  return answers
}

const userRow = (username: string) =>
  platform.db
    .selectFrom('backofficeUser')
    .select(['state', 'failedAttempts'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

const evaluated = () => platform.hasher.verified.filter((hash) => hash.startsWith('fake:')).length

it('locks after six failures for thirty minutes, right password or not', async () => {
  const { username } = await platform.addUser({ demo: true })
  await guess(username, 6)
  expect(await userRow(username)).toEqual({ state: 'LOCKED', failedAttempts: 6 })
  expect(await platform.audited('LOCKED')).toHaveLength(1)

  platform.hasher.verified = []
  const right = await platform.browser().login({ username, password })
  expect(right).toMatchObject({ status: 401, body: { message: 'Invalid username or password.' } })
  expect(evaluated()).toBe(0)
  expect(platform.hasher.verified).toHaveLength(1)

  await later(29)
  expect((await platform.browser().login({ username, password })).status).toBe(401)
  await later(1)
  expect((await platform.browser().login({ username, password })).status).toBe(200)
  expect(await userRow(username)).toEqual({ state: 'ACTIVE', failedAttempts: 0 })
})

/** Attempts under way on a server that dies before it can write what became of them. */
async function dieInFlight(username: string, times: number): Promise<void> {
  const account = await accountByUsername(platform.db, username)
  if (!account) throw new Error(`Nobody is called ${username}`)
  for (let i = 0; i < times; i++)
    await platform.db.transaction().execute((tx) => countAttempt(tx, account, null))
}

it('does not count what was under way when a server died, and counts it while it may be under way', async () => {
  const { username } = await platform.addUser({ demo: true })
  await guess(username, 3)
  await dieInFlight(username, 3)
  expect((await platform.browser().login({ username, password })).status).toBe(401)
  await later(2)
  expect((await platform.browser().login({ username, password })).status).toBe(200)

  await guess(username, 5)
  await dieInFlight(username, 1)
  await later(2)
  await guess(username, 1)
  expect(await userRow(username)).toEqual({ state: 'LOCKED', failedAttempts: 6 })
  expect((await platform.browser().login({ username, password })).status).toBe(401)
})

it('evaluates six of forty guesses made at the same moment', async () => {
  const { username } = await platform.addUser({ demo: true })
  platform.hasher.verified = []
  const guesses = Array.from({ length: 40 }, (_, i) =>
    platform.browser(`10.8.0.${i}`).login({ username, password: i === 39 ? password : wrong }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(evaluated()).toBeLessThanOrEqual(6)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
})

it('lets in everybody who knows the password, however many come at the same moment', async () => {
  const { username } = await platform.addUser({ demo: true })
  const logins = Array.from({ length: 9 }, (_, i) =>
    platform.browser(`10.9.0.${i}`).login({ username, password }),
  )
  expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(9).fill(200))
  expect(await userRow(username)).toEqual({ state: 'ACTIVE', failedAttempts: 0 })
})

it('forgets failures after a success or half an hour', async () => {
  const { username } = await platform.addUser({ demo: true })
  await guess(username, 5)
  expect((await platform.browser().login({ username, password })).status).toBe(200)
  await guess(username, 5)
  await later(31)
  await guess(username, 5)
  expect((await userRow(username)).state).toBe('ACTIVE')
})

it('lets a known device in while strangers guess, and does not lift their lock for it', async () => {
  const known = await platform.signedIn()
  await known.browser.send('POST', '/logout')
  await guess(known.username, 8)
  expect((await userRow(known.username)).state).toBe('LOCKED')
  expect((await known.browser.login({ username: known.username, password })).body.status).toBe(
    'authenticated',
  )
  expect((await known.browser.get('/metadata')).status).toBe(200)
  expect((await platform.browser('10.7.0.1').login({ username: known.username, password })).status).toBe(401)
})

it('counts the failures of a known device on the device', async () => {
  const known = await platform.signedIn()
  for (let i = 0; i < 6; i++) await known.browser.login({ username: known.username, password: wrong })
  await later(2)
  expect((await known.browser.login({ username: known.username, password })).status).toBe(401)
  expect((await userRow(known.username)).state).toBe('ACTIVE')
  expect((await platform.browser('10.7.0.2').login({ username: known.username, password })).status).toBe(200)
})

it('does not take the device of one person for the device of another', async () => {
  const known = await platform.signedIn()
  const victim = await platform.addUser({ demo: true })
  await guess(victim.username, 6)
  expect((await known.browser.login({ username: victim.username, password })).status).toBe(401)
})

it('gives every login a new device token, and the old one is worth nothing', async () => {
  const known = await platform.signedIn()
  const planted = platform.browser()
  planted.cookies.set('signalbox-device', known.browser.cookies.get('signalbox-device') ?? '')
  await known.browser.login({ username: known.username, password })
  await guess(known.username, 6)
  expect((await planted.login({ username: known.username, password })).status).toBe(401)
})

async function enrol(browser: Browser, username: string): Promise<string> {
  await browser.login({ username, password })
  const { secret } = (await browser.step('required-action/authenticator/begin')).body
  await browser.step('required-action/authenticator/confirm', {
    code: await codeAt(secret, platform.clock.now),
  })
  return secret
}

it('counts wrong codes with wrong passwords, and a right password in between does not start over', async () => {
  const { username } = await platform.addUser()
  const secret = await enrol(platform.browser(), username)
  await later(40)
  for (let i = 0; i < 3; i++) {
    const browser = platform.browser(`10.6.0.${i}`)
    expect((await browser.login({ username, password })).body.status).toBe('totp')
    expect((await browser.step('totp', { code: '000000' })).body.code).toBe('INVALID_CODE')
    expect((await browser.step('totp', { code: '000000' })).body.code).toBe('INVALID_CODE')
  }
  expect((await userRow(username)).state).toBe('LOCKED')
  await later(1)
  const right = await codeAt(secret, platform.clock.now)
  const browser = platform.browser('10.6.1.1')
  expect((await browser.login({ username, password })).status).toBe(401)
  expect((await browser.step('totp', { code: right })).status).toBe(401)
})

it('slows one address down, whoever it asks for, and says when to come back', async () => {
  const browser = platform.browser('10.5.0.1')
  const { username } = await platform.addUser({ demo: true })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await browser.login({ username, password: wrong })).status)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  const slowed = await browser.login({ username, password })
  expect(slowed).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)

  for (let i = 0; i < 60; i++) await browser.login({ username: `name${i}`, password: wrong })
  expect((await browser.login({ username: 'one-more-name', password: wrong })).status).toBe(429)
  await aMinutePasses()
  expect((await browser.login({ username: 'one-more-name', password: wrong })).status).toBe(401)
})

it('is shown as over once it is, before anybody signs in', async () => {
  const { username } = await platform.addUser({ lastLogin: platform.clock.now })
  await releaseLocks(platform.deps)
  await guess(username, 6)
  expect(await releaseLocks(platform.deps)).toBe(0)
  await later(30)
  expect(await releaseLocks(platform.deps)).toBe(1)
  expect(await userRow(username)).toEqual({ state: 'ACTIVE', failedAttempts: 0 })
})

describe.each([-24 * 60, -31, 31, 24 * 60])('on a server whose clock is wrong by %i minutes', (wrongBy) => {
  it('a lock ends when it would have on any other', async () => {
    const { username } = await platform.addUser({ demo: true })
    await guess(username, 6)
    moveServerClock(wrongBy)
    expect((await platform.browser().login({ username, password })).status).toBe(401)
    await age(29)
    expect((await platform.browser().login({ username, password })).status).toBe(401)
    await age(1)
    expect((await platform.browser().login({ username, password })).status).toBe(200)
  })

  it('and is shown as over no sooner and no later', async () => {
    const { username } = await platform.addUser({ lastLogin: platform.clock.now })
    await guess(username, 6)
    moveServerClock(wrongBy)
    await releaseLocks(platform.deps)
    expect((await userRow(username)).state).toBe('LOCKED')
    await age(30)
    await releaseLocks(platform.deps)
    expect((await userRow(username)).state).toBe('ACTIVE')
  })
})

describe('when the clock of the database is put back by a day', () => {
  const day = 24 * 60

  it('a lock stays, and ends half an hour after the next try', async () => {
    const { username } = await platform.addUser({ demo: true })
    await guess(username, 6)
    await age(-day)
    expect((await platform.browser().login({ username, password })).status).toBe(401)
    await age(29)
    expect((await platform.browser().login({ username, password })).status).toBe(401)
    await age(1)
    expect((await platform.browser().login({ username, password })).status).toBe(200)
  })

  it('a lock nobody tries ends as soon', async () => {
    const { username } = await platform.addUser({ lastLogin: platform.clock.now })
    await guess(username, 6)
    await age(-day)
    expect(await releaseLocks(platform.deps)).toBe(0)
    expect((await userRow(username)).state).toBe('LOCKED')
    await age(30)
    await releaseLocks(platform.deps)
    expect((await userRow(username)).state).toBe('ACTIVE')
  })
})

describe('when the clock of a server is wrong by a day', () => {
  const day = 24 * 60

  it('an address stays slowed down on every server, for no longer than it would have been', async () => {
    const browser = platform.browser('10.5.0.2')
    const { username } = await platform.addUser({ demo: true })
    for (let i = 0; i < 11; i++) await browser.login({ username, password: wrong })
    for (const minutes of [-day, 2 * day]) {
      moveServerClock(minutes)
      const slowed = await browser.login({ username, password: wrong })
      expect(slowed.status).toBe(429)
      expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    await aMinutePasses()
    expect((await browser.login({ username, password: wrong })).status).toBe(401)
  })
})
