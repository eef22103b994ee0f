import { expect, test } from 'vitest'
import { healthOf, lightOf, severityOf } from './psp-health.ts'

const run = (approved: number, declined: number, unknown = 0) => ({
  attempts: approved + declined + unknown,
  approved,
  declined,
  unknown,
})

test.each([
  ['nothing was asked', run(0, 0), 0.9, 'quiet'],
  ['too few answers to judge by', run(0, 4), 0.9, 'few'],
  ['too few answers, all of them good', run(4, 0), 0.9, 'few'],
  ['few answers, one of them lost', run(3, 0, 1), 0.9, 'few'],
  ['few answers, all of them lost', run(0, 0, 3), 0.9, 'few'],
  ['as usual', run(8, 2), 0.9, 'well'],
  ['as low as it always is', run(3, 7), 0.3, 'well'],
  ['clearly less than usual', run(7, 3), 0.9, 'weak'],
  ['less than half of the usual', run(4, 6), 0.9, 'down'],
  ['many answers lost', run(8, 0, 2), 0.9, 'weak'],
  ['everything declined, nothing to compare with', run(0, 5), null, 'down'],
  ['everything declined, as always', run(0, 10), 0, 'down'],
] as const)('%s', (_, now, usual, light) => {
  expect(lightOf(now, usual)).toBe(light)
})

test('the usual is the middle of the weeks that had answers; trouble comes first', () => {
  const at = (weeksAgo: number, psp: string, approved: number, declined: number) => ({
    psp,
    weeksAgo,
    ...run(approved, declined),
    p90Ms: weeksAgo === 0 ? 120 : null,
  })
  const health = healthOf([
    at(0, 'fine', 10, 0),
    at(0, 'bad', 1, 9),
    at(1, 'bad', 9, 1),
    at(2, 'bad', 7, 3),
    at(3, 'bad', 0, 0),
    at(2, 'gone', 5, 5),
  ])
  expect(health).toMatchObject([
    { psp: 'bad', usualRate: 0.8, light: 'down', p90Ms: 120 },
    { psp: 'fine', usualRate: null, light: 'well' },
    { psp: 'gone', usualRate: 0.5, light: 'quiet', attempts: 0, p90Ms: null },
  ])
})

test.each([
  [['well', 'well'], 'ok'],
  [['well', 'few'], 'info'],
  [['well', 'quiet'], 'info'],
  [['well', 'maintenance'], 'info'],
  [['quiet'], 'info'],
  [[], 'info'],
  [['well', 'weak'], 'warning'],
  [['down', 'weak'], 'critical'],
] as const)('PSPs that are %j are together %s', (lights, severity) => {
  expect(severityOf(lights.map((light) => ({ light })))).toBe(severity)
})

test('a PSP in maintenance says so, however it answers', () => {
  const runs = [{ psp: 'closed', weeksAgo: 0, ...run(0, 9), p90Ms: null }]
  expect(healthOf(runs, new Set(['closed']))).toMatchObject([{ psp: 'closed', light: 'maintenance' }])
})
