import { describe, expect, it } from 'vitest'
import { ruleOf } from '../../access/policy.ts'
import { statusCodesNamed } from '../../reference/status-codes.ts'
import { factOf } from '../facts.ts'
import { isKnownTo } from '../known-facts.ts'
import { decisionTables, tableOfNumber, tableOfRoute, tableOfSlug } from './index.ts'

describe('the decision tables', () => {
  it('are numbered from T1 in order', () => {
    expect(decisionTables.map((table) => table.number)).toEqual(
      decisionTables.map((_, index) => `T${index + 1}`),
    )
  })

  it.each(['slug', 'tag', 'number', 'route', 'title'] as const)('have a %s of their own', (key) => {
    expect(new Set(decisionTables.map((table) => table[key])).size).toBe(decisionTables.length)
  })

  it('are found by slug, number and route', () => {
    expect(tableOfSlug('psp-routing')).toBe(tableOfNumber('T1'))
    expect(tableOfRoute('/admin/maintenance')?.slug).toBe('maintenance')
    expect(tableOfNumber('T5')?.slug).toBe('limit')
    expect(tableOfSlug('toString')).toBeUndefined()
  })

  it('put KYC rules and maintenance into the hands of their own teams', () => {
    const editors = Object.fromEntries(decisionTables.map((table) => [table.slug, table.access.edit]))
    expect(editors).toMatchObject({
      'kyc-routing': 'kyc-rules.edit',
      'kyc-block': 'kyc-rules.edit',
      'kyc-fallback': 'kyc-rules.edit',
      maintenance: 'maintenance.edit',
    })
    expect(Object.values(editors).filter((permission) => permission === 'rules.edit')).toHaveLength(
      decisionTables.length - 4,
    )
  })

  it('do not offer what cannot be known yet', () => {
    const offers = (slug: string, column: string) => tableOfSlug(slug)?.conditions.includes(column)
    expect(offers('general-block', 'pepsSanctions')).toBe(false)
    expect(offers('kyc-block', 'pepsSanctions')).toBe(true)
    expect(offers('velocity', 'psp')).toBe(true)
    expect(offers('velocity', 'fraudScore')).toBe(false)
    expect(offers('limit', 'psp')).toBe(true)
    expect(offers('general-block', 'psp')).toBe(false)
    expect(offers('payment-methods', 'bin')).toBe(false)
    expect(offers('provider-fee', 'txState')).toBe(true)
    expect(offers('kyc-fallback', 'attemptNo')).toBe(true)
    expect(offers('3ds2-fallback', 'scaRequired')).toBe(true)
  })
})

describe.each(decisionTables.map((table) => [table.number, table] as const))('%s', (_number, table) => {
  it('says what it is for and what happens without a row', () => {
    expect(table.tag).toMatch(/^[A-Z0-9]{2}$/)
    expect(table.slug).toMatch(/^[a-z0-9-]+$/)
    expect(table.route).toMatch(/^\/[a-z-]+\/[a-z0-9-]+$/)
    expect(table.purpose).toMatch(/^[A-Z].*\.$/)
    expect(table.onNoMatch).toMatch(/^[A-Z].*\.$/)
    expect(ruleOf(table.access.view)).toBeDefined()
    expect(ruleOf(table.access.edit)).toBeDefined()
  })

  it('asks only about facts of the dictionary that are known by then', () => {
    expect(new Set(table.conditions).size).toBe(table.conditions.length)
    for (const key of table.conditions) {
      const fact = factOf(key)
      expect(fact, key).toBeDefined()
      if (fact) expect(isKnownTo(table, fact), key).toBe(true)
    }
    for (const key of table.alsoKnown ?? []) expect(table.conditions).toContain(key)
    for (const key of table.requiredConditions ?? []) expect(table.conditions).toContain(key)
    expect(table.conditions).toEqual(expect.arrayContaining(['validPeriod', 'schedule']))
  })

  it('declines with codes that exist', () => {
    for (const code of table.declines) expect(statusCodesNamed(code), code).not.toHaveLength(0)
  })

  it('has sound outputs', () => {
    const keys = table.outputs.map((output) => output.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(table.outputs.map((output) => output.label)).size).toBe(keys.length)
    // An alert is about no single payment, and a window of maintenance is no row somebody writes.
    const notes = { alerts: ['info'], maintenance: [] }[table.slug] ?? ['info', 'tags']
    expect(keys.filter((key) => key === 'info' || key === 'tags').toSorted()).toEqual(notes)
    for (const output of table.outputs) {
      if (output.type === 'CHOICE') expect(output.options ?? output.catalogue, output.key).toBeDefined()
      if (output.default !== undefined && output.options)
        expect(Object.keys(output.options)).toContain(output.default)
      if (output.type === 'NUMBER' || output.type === 'PERCENT') expect(output.max, output.key).toBeDefined()
      expect(output.required && output.default !== undefined, output.key).toBeFalsy()
      for (const other of [output.requiredWhen, output.requiredUnless])
        if (other) expect(keys).toContain(other.output)
    }
    for (const key of [...(table.ascending?.flat() ?? []), ...(table.atLeastOne ?? [])])
      expect(keys).toContain(key)
  })
})
