import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { oneIn } from '../../testing/one-in.ts'
import { createScriptRunner } from './script-runner.ts'

const runner = createScriptRunner()
/** Where the way out is what is looked for: on a slow machine its time would end a script before it had found one. */
const patient = createScriptRunner({ timeoutMs: 2_000 })
const canary = join(tmpdir(), `script-escape-${process.pid}`)
afterAll(() => {
  runner.stop()
  patient.stop()
  rmSync(canary, { force: true })
})

/** Ends in a non-empty text exactly when some way out of the interpreter was found. */
const wayOut = `[
  typeof process, typeof require, typeof module, typeof fetch, typeof setTimeout, typeof setInterval, typeof WebAssembly,
  typeof XMLHttpRequest, typeof Buffer, typeof performance, typeof Deno, typeof std, typeof os, typeof print, typeof load,
].filter((kind) => kind !== 'undefined').join()`
const inFunction = JSON.stringify(`return ${wayOut}`)
const shortened = (code: string) => code.replace(/\s+/g, ' ').slice(0, 70)

const chains = [
  'this.constructor.constructor',
  '[].constructor.constructor',
  '"".constructor.constructor',
  '(0).constructor.constructor',
  'true.constructor.constructor',
  'Symbol().constructor.constructor',
  '({}).constructor.constructor',
  '(() => {}).constructor',
  '(function () {}).constructor',
  '/x/.constructor.constructor',
  'new Date().constructor.constructor',
  'new Error().constructor.constructor',
  'console.log.constructor',
  'console.constructor.constructor',
  'JSON.parse.constructor',
  'globalThis.constructor.constructor',
  'Object.getPrototypeOf(function () {}).constructor',
  'Reflect.getPrototypeOf(class {}).constructor',
  'new Proxy(function () {}, {}).constructor',
  '(function () { return arguments.callee.constructor })()',
  '({ __proto__: null, f() {} }).f.constructor',
  'Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").get.constructor',
  '[].values().constructor.constructor',
  'new Map().entries().constructor.constructor',
  'Date.prototype.constructor.constructor',
  'Date.constructor',
]

const attempts = [
  ...chains.map((chain) => `(${chain})(${inFunction})()`),
  `eval(${JSON.stringify(wayOut)})`,
  `(0, eval)(${JSON.stringify(wayOut)})`,
  `new Function(${inFunction})()`,
  `Reflect.construct(Function, [${inFunction}])()`,
  `(function* () {}).constructor("yield " + ${JSON.stringify(wayOut)})().next().value`,
  wayOut,
  '(() => { try { null.f() } catch (e) { return e.constructor.constructor("return typeof process")() === "undefined" ? "" : "out" } })()',
  '(() => { Error.prepareStackTrace = (e, frames) => frames; const s = new Error().stack; return Array.isArray(s) && s[0].getThis ? "out" : "" })()',
  '(() => { try { (function f() { f() })() } catch (e) { return e.constructor.constructor("return typeof process")() === "undefined" ? "" : "out" } })()',
  'typeof import.meta === "undefined" ? "" : "out"',
  '(() => { let seen = ""; import("fs").then(() => { seen = "out" }); return seen })()',
  '(() => { let seen = ""; import("node:child_process").then((m) => { m.execSync("id"); seen = "out" }); return seen })()',
  `(() => { import("fs").then((fs) => fs.writeFileSync(${JSON.stringify(canary)}, "x")); return "" })()`,
  '(() => { const p = (async () => { return process })(); return typeof p.value === "undefined" ? "" : "out" })()',
  '(() => { async function* g() { yield process } g().next(); return "" })()',
  'typeof globalThis.__input + typeof globalThis.__now === "undefinedundefined" ? "" : "out"',
  '(() => { const ours = Object.getOwnPropertyNames(globalThis).filter((n) => n.startsWith("__")); return ours.join() })()',
  '(() => { Object.prototype.polluted = "x"; return "" })()',
  '(() => { ({}).__proto__.then = (done) => done(process); return "" })()',
  '(() => { Object.prototype.toJSON = () => "forged"; return "" })()',
  '(() => { Array.prototype.toJSON = function () { return undefined }; console.log(1); return "" })()',
  '(() => { JSON.stringify = () => "!NO_ENTRY"; return "" })()',
  '(() => { JSON.parse = Reflect.apply = () => process; return "" })()',
  '(() => { Promise.prototype.then = () => process; return "" })()',
  '(() => { String.prototype.startsWith = () => true; return "" })()',
  '(() => { globalThis.Date = null; return "" })()',
  '(() => { const d = new Date(); return d.constructor.now() === 0 && new d.constructor().getTime() === 0 ? "" : "clock" })()',
  '(() => { const RealDate = Object.getPrototypeOf(new Date()).constructor; return RealDate.now() === 0 ? "" : "clock" })()',
  'typeof SharedArrayBuffer + typeof Atomics + typeof WeakRef + typeof FinalizationRegistry === "undefined".repeat(4) ? "" : "shared"',
  '(() => { const h = { get: () => process }; try { return new Proxy({}, h).x ? "out" : "" } catch { return "" } })()',
  '(() => { try { throw { toString() { return process } } } catch (e) { return typeof e === "object" ? "" : "out" } })()',
  '(() => { Symbol.prototype[Symbol.toPrimitive] = () => "out"; return "" })()',
  'Object.keys(Reflect.ownKeys(globalThis).reduce((a, k) => { try { a[String(k)] = typeof globalThis[k] } catch {} return a }, {})).filter((k) => /process|require|host|emscripten|Module/i.test(k)).join()',
]

describe('nothing of the host can be reached', () => {
  test.each(attempts.map((code) => [shortened(code), code]))('%s', async (_, attempt) => {
    // Whatever else it does, a script may end in an error; it may not end in a way out.
    const result = await patient.run({ source: `() => ${attempt}`, input: null })
    const ending = result.ok ? result.output : result.code
    expect(['', 'forged', 'THROWN', 'SYNTAX', 'NO_OUTPUT', 'MEMORY']).toContain(ending)
  })

  test('and nothing of the host was changed', () => {
    expect(existsSync(canary)).toBe(false)
    expect('polluted' in {}).toBe(false)
  })
})

const bombs = [
  'for (;;) {}',
  'while (true) { try { for (;;) {} } catch {} }',
  'try { for (;;) {} } finally { for (;;) {} }',
  'const f = () => f(); f()',
  'const f = () => { try { f() } finally { f() } }; f()',
  'const a = []; for (;;) a.push(a.slice())',
  'let s = "x"; for (;;) s += s',
  'return "x".repeat(2 ** 29)',
  'return new Array(2 ** 27).fill(0)',
  'return Array(1e8).join("x")',
  'return [..."x".repeat(3e6)].sort()',
  'return new Uint8Array(1e9)',
  'const a = []; for (;;) a.push(new ArrayBuffer(1e6))',
  'return 10n ** 1000000n > 1n',
  'let n = 2n; for (;;) n **= 2n',
  'return new Array(4e9).indexOf(5)',
  'return Array.prototype.reverse.call({ length: 2 ** 53 - 1 })',
  'return Array.prototype.concat.call(Array(4e9), [1]).lastIndexOf(7)',
  'return /^(a+)+$/.test("a".repeat(50) + "b")',
  'return /(x+x+)+y/.exec("x".repeat(5000))',
  'return "a".repeat(1e5).match(/(.*)(.*)(.*)(.*)(.*)b/)',
  'return JSON.parse("[".repeat(200000) + "]".repeat(200000))',
  'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o',
  'return eval("[".repeat(100000))',
  'return new RegExp("(".repeat(50000) + ")".repeat(50000))',
  'return new RegExp("a{1,60000}".repeat(50)).test("a".repeat(1e6))',
  'return { toJSON() { for (;;) {} } }',
  'return { get x() { for (;;) {} } }',
  'return new Proxy({}, { ownKeys() { for (;;) {} } })',
  'throw { get message() { for (;;) {} } }',
  'throw { toString() { for (;;) {} }, toJSON() { for (;;) {} } }',
  'class E extends Error { get stack() { for (;;) {} } }; throw new E("x")',
  'function* g() { for (;;) yield 1 } return [...g()]',
  'return Array.from({ length: 1e9 })',
  'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)',
  'return "x".padEnd(1e9)',
  'return "ab".repeat(5e6).split("")',
  'return "x".repeat(1e6).replace(/x/g, "$&".repeat(1000))',
  'return Object.fromEntries(Array.from({ length: 1e7 }, (_, i) => [i, i]))',
  'console.log("x".repeat(1e8)); for (;;) console.log("x")',
]

describe('nothing outgrows its box', () => {
  test.each(oneIn(12, bombs))('%s', async (body) => {
    const result = await runner.run({ source: `() => { ${body} }`, input: null })
    expect(result).toMatchObject({
      ok: false,
      code: expect.stringMatching(/^(TIMEOUT|MEMORY|THROWN|SYNTAX)$/) as unknown,
    })
  })

  test('a bomb that goes off while loading, or in what the input touches', async () => {
    expect(await runner.run({ source: 'for (;;) {}', input: null })).toMatchObject({
      ok: false,
      code: 'TIMEOUT',
    })
    const trap = 'Object.defineProperty(Object.prototype, "a", { set() { for (;;) {} } }); ((x) => x.a)'
    expect(await runner.run({ source: trap, input: { a: 1 } })).toMatchObject({ ok: true, output: 1 })
  })

  test('afterwards scripts still run', async () => {
    expect(await runner.run({ source: '(x) => x + 1', input: 1 })).toMatchObject({ ok: true, output: 2 })
  })
})
