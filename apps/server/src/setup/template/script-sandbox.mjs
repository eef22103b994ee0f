// The thread that runs one script at a time inside QuickJS compiled to WebAssembly. It is plain JavaScript, so that the
// built server and the tests start the very same file. A script gets a fresh interpreter with no function of ours in it:
// text goes in, text comes out, and whatever a script breaks is thrown away with the interpreter.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'

const scriptFile = 'template.js'
const mebibyte = 1024 * 1024
const heapLimit = 16 * mebibyte
const stackLimit = 256 * 1024
const wasmPage = 64 * 1024
const outputLimit = 256 * 1024

const fromQuickjs = createRequire(import.meta.resolve('quickjs-emscripten'))
const wasmFile = fromQuickjs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
/** Compiled once; what each script gets of its own is an instance with its own memory. */
const wasmModule = await WebAssembly.compile(await readFile(wasmFile))

/**
 * Runs before the script: takes away what makes two runs differ, and keeps a hold on what the script could replace.
 * A result that starts with `!` is a refusal, which no JSON text does.
 */
const prelude = `(() => {
  const { parse, stringify } = JSON, { apply, construct } = Reflect
  const RealDate = Date, RealPromise = Promise, text = String
  const input = __input, now = __now, lines = []
  delete globalThis.__input
  delete globalThis.__now
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => construct(target, args.length === 0 ? [now] : args, self),
    apply: () => text(new RealDate(now)),
  })
  RealDate.prototype.constructor = globalThis.Date
  RealDate.now = () => now
  delete Math.random
  for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'queueMicrotask']) delete globalThis[name]
  const show = (value) => {
    try { return text(typeof value === 'object' ? stringify(value) : value) } catch { return '[unprintable]' }
  }
  const log = (...values) => {
    if (lines.length < 100) lines[lines.length] = values.map(show).join(' ').slice(0, 500)
  }
  globalThis.console = { log, info: log, warn: log, error: log }
  const run = (entry) => {
    if (typeof entry !== 'function') return '!NO_ENTRY'
    const output = apply(entry, undefined, [parse(input)])
    return output instanceof RealPromise ? '!PROMISE' : (stringify(output) ?? '!NO_OUTPUT')
  }
  return { run, logs: () => stringify(lines) }
})()`

parentPort.on('message', (job) => {
  void execute(job).then((result) => parentPort.postMessage(result, []))
})

async function execute({ source, entry, inputJson, now, budgetMs }) {
  // The hard edge of all memory, interpreter included, however its own bookkeeping is fooled.
  const wasmMemory = new WebAssembly.Memory({
    initial: heapLimit / wasmPage,
    maximum: (2 * heapLimit) / wasmPage,
  })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmModule, wasmMemory }))
  const runtime = quickjs.newRuntime({ memoryLimitBytes: heapLimit, maxStackSizeBytes: stackLimit })
  const context = runtime.newContext()
  try {
    context.setProp(context.global, '__input', context.newString(inputJson))
    context.setProp(context.global, '__now', context.newNumber(now))
    const ours = context.unwrapResult(context.evalCode(prelude, 'prelude.js'))
    const isOverBudget = stopwatch(budgetMs)
    runtime.setInterruptHandler(isOverBudget)
    const step = (result, mayBeSyntax = false) => {
      if (result.error) throw failure(context.dump(result.error), mayBeSyntax, isOverBudget)
      return result.value
    }
    const last = step(context.evalCode(source, scriptFile), true)
    const main =
      entry === null ? last : step(context.evalCode(`typeof ${entry} === 'function' ? ${entry} : undefined`))
    const output = context.getString(
      step(context.callFunction(context.getProp(ours, 'run'), context.undefined, main)),
    )
    const logs = context.getString(
      step(context.callFunction(context.getProp(ours, 'logs'), context.undefined)),
    )
    return answer(output, logs)
  } catch (error) {
    if (error instanceof ScriptFailure) return error.report
    // Only the host's own stack or memory can fail here, and only because a script drove it there.
    return refusal('MEMORY', error instanceof RangeError ? 'stack overflow' : 'out of memory')
  }
}

class ScriptFailure extends Error {
  constructor(report) {
    super(report.message)
    this.report = report
  }
}

const refusal = (code, message, line = null) => ({ ok: false, code, message, line })

/** Processor time where the machine is busy with others, time on the clock where compiler threads blur the former. */
function stopwatch(budgetMs) {
  const startedAt = performance.now()
  const startedCpu = process.cpuUsage()
  return () => {
    if (performance.now() - startedAt < budgetMs) return false
    const { user, system } = process.cpuUsage(startedCpu)
    return (user + system) / 1000 >= budgetMs
  }
}

const refusals = {
  '!NO_ENTRY': 'The script does not define the function to run',
  '!PROMISE': 'The function must return its result, not a promise',
  '!NO_OUTPUT': 'The function returned nothing that JSON can hold',
}

function answer(outputJson, logsJson) {
  if (outputJson.startsWith('!')) return refusal(outputJson.slice(1), refusals[outputJson])
  if (Buffer.byteLength(outputJson) > outputLimit)
    return refusal('OUTPUT_TOO_LARGE', 'The result is larger than 256 kB')
  return { ok: true, outputJson, logsJson }
}

function failure(thrown, mayBeSyntax, isOverBudget) {
  const name = String(thrown?.name ?? 'Error').slice(0, 100)
  const message = String(thrown?.message ?? thrown).slice(0, 500)
  const line = Number(/template\.js:(\d+)/.exec(String(thrown?.stack ?? ''))?.[1] ?? 0) || null
  const report = (code, text) => new ScriptFailure(refusal(code, text, line))
  if (name === 'InternalError' && message === 'interrupted' && isOverBudget())
    return report('TIMEOUT', 'The script took too long')
  if (name === 'InternalError' && outOfRoom.test(message)) return report('MEMORY', message)
  if (name === 'SyntaxError' && mayBeSyntax) return report('SYNTAX', message)
  return report('THROWN', `${name}: ${message}`)
}

const outOfRoom = /^(out of memory|stack overflow|string too long)$/
