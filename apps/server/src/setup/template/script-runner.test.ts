import { afterAll, expect, test } from 'vitest'
import { createScriptRunner, runScriptTests } from './script-runner.ts'

const runner = createScriptRunner()
afterAll(() => runner.stop())

const run = (source: string, input: unknown = null, entry?: string) => runner.run({ source, input, entry })

test('a function turns input into output', async () => {
  const source = '(row) => ({ amount: row.cents / 100, tags: [...row.tags, "x"] })'
  expect(await run(source, { cents: 1250, tags: ['a'] })).toEqual({
    ok: true,
    output: { amount: 12.5, tags: ['a', 'x'] },
    logs: [],
  })
})

test('the function can be named, however it is declared', async () => {
  for (const source of [
    'function main(x) { return x + 1 }',
    'const main = (x) => x + 1',
    'class A {}; var main = (x) => x + 1',
  ]) {
    expect(await run(source, 1, 'main')).toMatchObject({ ok: true, output: 2 })
  }
})

test.each([
  ['let x = ;', 'SYNTAX', 1],
  ['function main() {\n  return missing.value\n}', 'THROWN', 2],
  ['const other = 1', 'NO_ENTRY', undefined],
  ['const main = 5', 'NO_ENTRY', undefined],
  ['async function main() { return 1 }', 'PROMISE', undefined],
  ['function main() {}', 'NO_OUTPUT', undefined],
  ['function main() { return () => 1 }', 'NO_OUTPUT', undefined],
  ['function main() { return 1n }', 'THROWN', undefined],
  ['function main() { return JSON.parse("{") }', 'THROWN', 1],
  ['function main() { throw null }', 'THROWN', undefined],
  ['function main() { const a = []; a[0] = a; return a }', 'THROWN', undefined],
  ['function main() { return "x".repeat(300000) }', 'OUTPUT_TOO_LARGE', undefined],
])('%s fails with %s', async (source, code, line) => {
  const result = await run(source, null, 'main')
  expect(result).toMatchObject(line === undefined ? { ok: false, code } : { ok: false, code, line })
})

test('what would be too large, or is no name, is refused before it runs', async () => {
  expect(await run('(x) => x', 'x'.repeat(1_000_001))).toMatchObject({ ok: false, code: 'INPUT_TOO_LARGE' })
  expect(await run('x'.repeat(200_001))).toMatchObject({ ok: false, code: 'SYNTAX' })
  expect(await run('1', null, 'main);throw(1')).toMatchObject({ ok: false, code: 'NO_ENTRY' })
})

test('the clock stands still and there is no chance', async () => {
  const source =
    '() => [Date.now(), new Date().toISOString(), new Date(5).getTime(), new Date().getTimezoneOffset(), typeof Math.random]'
  const now = Date.UTC(2026, 1, 3)
  expect(await runner.run({ source, input: null, now })).toMatchObject({
    output: [now, '2026-02-03T00:00:00.000Z', 5, 0, 'undefined'],
  })
  expect(await run('() => [Date(), new Date().constructor.now(), new Date() instanceof Date]')).toMatchObject(
    {
      output: ['Thu Jan 01 1970 00:00:00 GMT+0000', 0, true],
    },
  )
})

test('the log is kept, and bounded', async () => {
  const result = await run(
    '() => { console.log("a", 1, {b: 2}); for (let i = 0; i < 500; i++) console.log("x".repeat(999)); return 1 }',
  )
  expect(result).toMatchObject({ ok: true })
  const { logs } = result as { logs: string[] }
  expect(logs[0]).toBe('a 1 {"b":2}')
  expect(logs).toHaveLength(100)
  expect(logs[1]).toHaveLength(500)
})

test('one script leaves nothing behind for the next', async () => {
  await run('globalThis.kept = 1; Array.prototype.kept = 1; () => 1')
  expect(await run('() => [typeof kept, typeof [].kept]')).toMatchObject({
    output: ['undefined', 'undefined'],
  })
})

test('a script that has to be killed does not hurt the ones that wait behind it', async () => {
  const results = await Promise.all([
    run('() => 1'),
    run('() => new Array(4e9).indexOf(5)'),
    run('() => 2'),
    run('() => 3'),
  ])
  expect(results.map((result) => (result.ok ? result.output : result.code))).toEqual([1, 'TIMEOUT', 2, 3])
})

test('too many at once are turned away', async () => {
  const results = await Promise.all(Array.from({ length: 103 }, () => run('() => 1')))
  expect(results.filter((result) => !result.ok && result.code === 'BUSY')).toHaveLength(3)
})

test('without its worker a runner says so instead of hanging', async () => {
  const broken = createScriptRunner({ workerFile: '/nowhere/script-worker.mjs' })
  expect(await broken.run({ source: '() => 1', input: null })).toMatchObject({
    ok: false,
    code: 'UNAVAILABLE',
  })
})

test('stored cases tell which of them fails, and why', async () => {
  const script = { source: 'const main = (x) => ({ double: x * 2 })', entry: 'main' }
  const cases = [
    { name: 'two', input: 2, expected: { double: 4 } },
    { name: 'three', input: 3, expected: { double: 7 } },
  ]
  expect(await runScriptTests(runner, script, cases)).toEqual({
    ok: false,
    results: [
      { name: 'two', ok: true },
      { name: 'three', ok: false, message: 'The result is not the expected one', actual: { double: 6 } },
    ],
  })
  expect(await runScriptTests(runner, { source: 'oops' }, cases.slice(0, 1))).toMatchObject({
    ok: false,
    results: [{ message: "ReferenceError: 'oops' is not defined (line 1)" }],
  })
})
