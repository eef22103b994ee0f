// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StatusNo } from '../packages/model/src/reference/status-no.ts'
import { declared, findBareStatuses } from './bare-statuses.mjs'
import { root, sourceFiles } from './repository.mjs'

/** Statuses of HTTP that are written in this repository, and a power of two. */
const alsoSomethingElse = [
  ...[204, 301, 302, 303, 304, 401, 403, 404, 405, 408, 410, 411, 412, 413, 501, 502, 503, 504],
  512,
]
/** Numbers nobody writes who does not mean the status. Round ones may be anything; beside a status they are found too. */
const telling = new Set(
  Object.values(StatusNo).filter((no) => no > 200 && no % 50 > 1 && !alsoSomethingElse.includes(no)),
)

/** Numbers that look like a status and are none. @type {Readonly<Record<string, string>>} */
const allowed = {
  'apps/server/src/payments/reference/card-brand.ts 305': 'the first digits of a Diners Club card',
  'apps/web/src/screens/admin/bank-mapping/find-mapping.tsx 560': 'a width in pixels',
  'apps/web/src/ui/breakpoints.ts 576': 'a width in pixels',
}

const source = 'apps/server/src/payments/core/flow/steps/limits.ts'
/** @param {string} text @param {string} [path] */
const foundIn = (text, path = source) =>
  findBareStatuses(
    [
      { path, text },
      {
        path: 'apps/server/src/decline.ts',
        text: 'export function decline(payment: P, statusNo: number) {}\nclass Payment { move(statusNo: number) {} }',
      },
    ],
    telling,
  ).map((each) => each.text)

describe('a status is written by its name', () => {
  it.each([
    ['a comparison', 'if (row.statusNo === 0) end()', ['0']],
    ['a comparison the other way round', 'if (400 === tx.statusNo) end()', ['400']],
    ['a band', 'const isDone = tx.statusNo < 100', ['100']],
    ['a member', 'const made = { statusNo: 400 }', ['400']],
    ['one of two', 'const made = { statusNo: late ? 551 : 568 }', ['551', '568']],
    ['the wire', 'const held = row.statusCodeNo === 354', ['354']],
    ['a default', 'const no = result?.statusNo ?? 500', ['500']],
    ['a variable', 'const statusNo = late ? 300 : 301', ['300', '301']],
    ['a list', 'if ([3, 4].includes(tx.statusNo)) capture()', ['3', '4']],
    ['what a function is told', 'decline(payment, 500)', ['500']],
    ['what a method is told', 'payment.move(200)', ['200']],
    ['a key', "const links = { 526: 'limit' }", ['526']],
    ['a number that can be nothing else', 'const lost = 539', ['539']],
    ['SQL', 'sql`where t.status_no < 100`', ['status_no < 1']],
    ['SQL with a list', 'sql`where status_no in (350, 351)`', ['status_no in (3']],
    ['SQL with an array', "sql`where status_no = any('{350,351}'::smallint[])`", ["status_no = any('{3"]],
    ['SQL about an event', 'sql`where e.to_no between 350 and 356`', ['to_no between 3']],
    ['SQL in a text', "query('where status_no = 400')", ['status_no = 4']],
  ])('%s', (_what, text, found) => {
    expect(foundIn(text)).toEqual(found)
  })

  it.each([
    'if (row.statusNo === StatusNo.SUCCESS) end()',
    'sql`where ${statusIs(column, states)} and status_no = ${no} limit 100`',
    'const answer = { status: 404 }',
    'if (answer.status >= 500) again()',
    'const made = { statusNo: rows[0].no, tries: 3 }',
    'decline(payment, StatusNo.ERR_SYSTEM_ERROR, 3)',
  ])('and this is none: %s', (text) => {
    expect(foundIn(text)).toEqual([])
  })

  it('a test may say the number of the specification, but not where a band ends', () => {
    const test = 'apps/server/src/payments/deposit.test.ts'
    expect(
      foundIn('expect(row.statusNo).toBe(0)\nconst made = { statusNo: 504 }\nsql`status_no = 400`', test),
    ).toEqual([])
    expect(foundIn('const done = rows.filter(({ statusNo }) => statusNo < 100)', test)).toEqual(['100'])
    expect(foundIn('sql`where status_no between 400 and 499`', test)).toEqual(['status_no between 4'])
  })
})

it('holds in the whole repository', () => {
  const isSource = (/** @type {string} */ path) =>
    /\.(?:tsx?|mjs)$/.test(path) &&
    !path.endsWith('.d.ts') &&
    !declared.includes(path) &&
    !path.startsWith('tools/bare-')
  const files = sourceFiles(['packages', 'apps', 'chaos', 'e2e', 'bench', 'tools'], isSource)
  expect(files.length).toBeGreaterThan(1_000)
  const found = findBareStatuses(
    files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    telling,
  )
  const isAllowed = (/** @type {(typeof found)[number]} */ { path, text }) => `${path} ${text}` in allowed
  expect(
    found.filter((each) => !isAllowed(each)).map(({ path, line, text }) => `${path}:${line} ${text}`),
  ).toEqual([])
  // What is allowed is still there.
  expect(found.filter(isAllowed).map(({ path, text }) => `${path} ${text}`)).toEqual(Object.keys(allowed))
})
