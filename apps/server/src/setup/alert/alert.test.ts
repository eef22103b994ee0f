import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import { kitApp, testUser, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { endAlerts, keepAlerts, raiseAlert } from './read-model.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(handlers)
})
afterAll(() => kit.close())

const raise = (merchantId: number, key: string) =>
  perform(kit.deps, systemActor, (unit) =>
    raiseAlert(unit, { merchantId, source: 'RULE', key, severity: 'WARNING', title: key, body: 'Look' }),
  )
const end = (...over: string[]) =>
  perform(kit.deps, systemActor, (unit) =>
    endAlerts(unit, { source: 'RULE', isOver: (key) => over.includes(key) }),
  )
const receiver = (homeMerchantId: number) =>
  kit.as(testUser({ username: `at-${homeMerchantId}`, homeMerchantId, roles: ['ALERT_RECEIVER'] }))
const bell = async (homeMerchantId: number, merchantId = homeMerchantId) =>
  (await receiver(homeMerchantId).get(`/alert?merchantId=${merchantId}`)).body.items

const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

it('an alert is heard at its merchant and above, and from below by those who may see it anyway', async () => {
  await raise(group, 'group')
  await raise(brand, 'brand')
  expect(titles(await bell(group))).toEqual(['brand', 'group'])
  expect(titles(await bell(group, brand))).toEqual(['brand', 'group'])
  expect(titles(await bell(brand))).toEqual(['brand'])
  expect(await bell(100010002)).toEqual([])
  const [seenAbove] = (await bell(group)).filter(({ title }: { title: string }) => title === 'group')
  const path = `/alert/${seenAbove.id}/acknowledge?merchantId=${brand}`
  expect((await receiver(brand).post(path)).status).toBe(404)
  const others = kit.as(testUser({ roles: ['OPERATOR_ADMIN'] }))
  expect((await others.get(`/alert?merchantId=${brand}`)).status).toBe(403)
})

it('the same trouble again is the same alert, until it is over', async () => {
  await raise(brand, 'again')
  await raise(brand, 'again')
  const mine = async () => (await bell(brand)).filter(({ title }: { title: string }) => title === 'again')
  const [first, ...more] = await mine()
  expect(more).toEqual([])
  expect(first).toMatchObject({ state: 'OPEN', times: 2 })
  await end('another')
  expect(await mine()).toHaveLength(1)
  await end('again')
  expect(await mine()).toEqual([])
  await raise(brand, 'again')
  const [anew] = await mine()
  expect(anew).toMatchObject({ state: 'OPEN', times: 1 })
  expect(anew.id).not.toBe(first.id)
})

it('one person takes it, the next is told who, and it stays taken when it is noticed again', async () => {
  await raise(brand, 'taken')
  const [{ id }] = (await bell(brand)).filter(({ title }: { title: string }) => title === 'taken')
  const act = (by: number, operation: string) =>
    receiver(by).post(`/alert/${id}/${operation}?merchantId=${brand}`)
  expect((await act(brand, 'acknowledge')).body).toMatchObject({ state: 'ACKED', ackedBy: `at-${brand}` })
  const late = await act(group, 'acknowledge')
  expect(late.status).toBe(409)
  expect(late.body.message).toBe(`at-${brand} is looking into it.`)
  await raise(brand, 'taken')
  const [still] = (await bell(brand)).filter(({ title }: { title: string }) => title === 'taken')
  expect(still).toMatchObject({ id, state: 'ACKED', times: 2 })
  expect((await act(group, 'resolve')).body.state).toBe('RESOLVED')
  expect((await act(group, 'resolve')).status).toBe(409)
})

it('what a source sees is told once, not again to whoever resolved it, and ends when it is seen no more', async () => {
  const seen = (...troubles: readonly (readonly [key: string, body: string])[]) =>
    perform(kit.deps, systemActor, (unit) =>
      keepAlerts(
        unit,
        { source: 'VOUCHERS_LOW', many: (count) => ({ title: `${count} at once`, body: 'Look' }) },
        troubles.map(([key, body]) => ({ merchantId: brand, key, title: key, body })),
      ),
    )
  const told = async () =>
    (await bell(brand))
      .filter(({ source }: { source: string }) => source === 'VOUCHERS_LOW')
      .map(({ title, body, times }: { title: string; body: string; times: number }) => [title, body, times])
      .toSorted()
  const resolve = async (title: string) => {
    const [{ id }] = (await bell(brand)).filter((alert: { title: string }) => alert.title === title)
    return receiver(brand).post(`/alert/${id}/resolve?merchantId=${brand}`)
  }
  await seen(['a', 'one'], ['b', 'one'])
  await seen(['a', 'one'], ['b', 'two'])
  // Something else to say is news.
  expect(await told()).toEqual([
    ['a', 'one', 1],
    ['b', 'two', 2],
  ])
  await resolve('a')
  await seen(['a', 'one'], ['b', 'two'])
  expect(await told()).toEqual([['b', 'two', 2]])
  await seen(['a', 'two'])
  expect(await told()).toEqual([['a', 'two', 1]])
  // What ended by itself and is back is told again.
  await seen()
  await seen(['a', 'two'])
  expect(await told()).toEqual([['a', 'two', 1]])
  // So much of one kind would hide everything else.
  await seen(...Array.from({ length: 21 }, (_, at) => [`many ${at}`, 'one'] as const))
  expect(await told()).toEqual([['21 at once', 'Look', 1]])
  await seen(['b', 'three'])
  expect(await told()).toEqual([['b', 'three', 1]])
})
