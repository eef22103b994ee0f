// The process that script templates run in: started by script-runner.ts with an empty environment and, where Node.js
// offers it, without the right to write files or start programs. This main thread only watches: some of QuickJS's built-in
// loops never ask whether to stop, so the processor time of the whole process is sampled from outside of the
// interpreter, and the process ends itself when a script has used twice its budget.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

// The optimising compiler works in the background for longer than a whole script may take, on time that would be counted
// as the script's.
setFlagsFromString('--liftoff-only')

const sampleEveryMs = 10
/** A new interpreter has to be set up before a script's own time begins. */
const instantiationMs = 40
const thread = new Worker(new URL('./script-sandbox.mjs', import.meta.url), {
  env: {},
  // WebAssembly recurses on the thread's own stack, which must outlast the interpreter's own limit.
  resourceLimits: { maxOldGenerationSizeMb: 48, stackSizeMb: 16 },
})

process.on('message', ({ id, job }) => {
  const limitMs = job.budgetMs * 2 + instantiationMs
  const startedAt = performance.now()
  const startedCpu = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(startedCpu)
    if (Math.min(performance.now() - startedAt, (user + system) / 1000) < limitMs) return
    clearInterval(watch)
    // Gone at once: nobody listens any longer to a process that a script has got hold of.
    process.send({ id, timedOut: true }, () => process.kill(process.pid, 'SIGKILL'))
  }, sampleEveryMs)
  thread.once('message', (result) => {
    clearInterval(watch)
    process.send({ id, result })
  })
  thread.postMessage(job, [])
})

thread.on('error', () => process.exit(1))
process.on('disconnect', () => process.exit(0))

// The first run compiles the interpreter; nobody's script should pay for it.
thread.once('message', () => process.send({ ready: true }))
thread.postMessage({ source: '(x) => x', entry: null, inputJson: '1', now: 0, budgetMs: 5000 }, [])
