// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RulesetWorkerThread } from '../apps/server/src/setup/ruleset/ruleset-worker/ruleset-worker-thread.ts'
import { runTask } from '../apps/server/src/setup/ruleset/ruleset-worker/tasks.ts'
import { exampleRulesets } from '../packages/model/src/rules/testing/example-rows.ts'
import { serverInput } from './build.mjs'

/** @type {string} */
let folder
/** @type {string} */
let file
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-ruleset-worker-'))
  const { rolldown } = await import('rolldown')
  const { input, ...options } = serverInput()
  // Alone in its folder the thread has no node_modules to look in.
  const bundle = await rolldown({
    ...options,
    input: { 'ruleset-worker-main': input['ruleset-worker-main'] ?? '' },
    external: /^node:/,
  })
  await bundle.write({ dir: folder, format: 'esm' })
  await bundle.close()
  file = join(folder, 'ruleset-worker-main.js')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the thread of the built server that works on rules', () => {
  it('gives the answers the tasks give in place', async () => {
    const worker = new RulesetWorkerThread(file, { smallLength: 0 })
    try {
      for (const example of exampleRulesets) {
        const { rulesetId, merchantId, table, no, version, ...content } = example
        const input = {
          identity: { rulesetId, merchantId, table, no, version },
          content: JSON.stringify(content),
        }
        expect(await worker.run('index', input)).toEqual(runTask('index', input))
        const check = { table, content: JSON.stringify(content) }
        expect(await worker.run('check', check)).toEqual(runTask('check', check))
      }
    } finally {
      await worker.stop()
    }
  })

  it('says what went wrong, and goes on', async () => {
    const worker = new RulesetWorkerThread(file, { smallLength: 0 })
    try {
      const bad = worker.run('check', { table: 'no-such-table', content: '{}' })
      await expect(bad).rejects.toThrow('no decision table')
      const good = worker.run('check', { table: 'fee', content: '{}' })
      expect((await good).problems.length).toBeGreaterThan(0)
    } finally {
      await worker.stop()
    }
  })

  it('gives up what takes too long, and nothing else', async () => {
    const worker = new RulesetWorkerThread(file, { smallLength: 100, limitMs: 1 })
    const long = { table: 'fee', content: JSON.stringify({ rules: Array.from({ length: 50 }, () => ({})) }) }
    try {
      await expect(worker.run('check', long)).rejects.toThrow('not done')
      const small = worker.run('check', { table: 'fee', content: '{}' })
      expect((await small).problems.length).toBeGreaterThan(0)
    } finally {
      await worker.stop()
    }
  })

  it('takes nothing any more once it is closed, and leaves nobody waiting', async () => {
    const worker = new RulesetWorkerThread(file, { smallLength: 0 })
    const waiting = worker.run('check', { table: 'fee', content: '{}' }).catch(String)
    await worker.stop()
    expect(await waiting).toContain('not done')
    await expect(worker.run('check', { table: 'fee', content: '{}' })).rejects.toThrow('closed')
  })
})
