import { describe, expect, expectTypeOf, it } from 'vitest'
import { approvalFields } from '../entities/approval.ts'
import { caseFields } from '../entities/case.ts'
import { entities } from '../entities/index.ts'
import { transactionFields } from '../entities/transaction.ts'
import type { bankMapping } from '../entities/bank-mapping.ts'
import { filtersOf, writableFields, type Entity, type InputOf, type RecordOf } from './entity.ts'
import { defaultUserFormats } from '../text/user-formats.ts'
import { fieldText } from './field-text.ts'
import { isList, type Field } from './field.ts'
import { createSchema, recordSchema, updateSchema } from './entity-schema.ts'
import { ruleOf } from '../access/policy.ts'

describe.each(entities.map((e) => [e.slug, e as Entity] as const))('entity %s', (_slug, e) => {
  it('names only what it has', () => {
    expect(e.fields[e.titleField]).toBeDefined()
    for (const name of e.overrideKey ?? []) expect(e.fields[name]).toBeDefined()
    for (const filter of filtersOf(e))
      for (const name of filter.over ?? []) expect(name === 'id' || e.fields[name]).toBeTruthy()
    for (const permission of Object.values(e.access)) expect(ruleOf(permission)).toBeDefined()
    for (const operation of Object.values(e.operations ?? {})) expect(ruleOf(operation.access)).toBeDefined()
  })

  it('has options wherever a choice is offered, and a unique label for every field', () => {
    const labels = Object.values(e.fields).map((f) => f.label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const f of Object.values(e.fields)) {
      if (f.kind === 'choice' || f.kind === 'choices')
        expect(Object.keys(f.options ?? {}).length).toBeGreaterThan(0)
    }
  })

  it('refuses unknown and read-only fields and asks for the required ones', () => {
    const problems = createSchema(e).safeParse({ id: 'x', surprise: 1 })
    expect(problems.success).toBe(false)
    const issues = problems.error?.issues ?? []
    for (const [name, f] of writableFields(e)) {
      if (!f.required || f.default !== undefined) continue
      expect(
        issues.some((issue) => issue.path[0] === name),
        name,
      ).toBe(true)
    }
    expect(
      issues.some((issue) => issue.code === 'unrecognized_keys' && issue.keys.includes('surprise')),
    ).toBe(true)
  })

  it('asks for the edited version on an update, and for a note where one is needed', () => {
    const issues = updateSchema(e)
      .safeParse({})
      .error?.issues.map((issue) => issue.path[0])
    expect(issues).toContain('version')
    expect(issues?.includes('note') ?? false).toBe(e.note === 'required')
  })

  it('leaves as a file without a cell that nobody can read', () => {
    const parts = { percent: 50, psp: 'acmecards' }
    for (const [name, f] of Object.entries(e.fields)) {
      const values =
        f.kind === 'json' || isList(f.kind) ? [parts, [parts], [[parts]], [null, parts]] : [parts]
      if (f.kind === 'number' || f.kind === 'decimal' || f.kind === 'money' || f.kind === 'instant') continue
      for (const value of values)
        expect(fieldText(f, value, defaultUserFormats), name).not.toContain('[object')
    }
  })

  it('can be read back', () => {
    expect(recordSchema(e).safeParse({}).success).toBe(false)
  })
})

it('gives records and inputs their types', () => {
  expectTypeOf<RecordOf<typeof bankMapping>['title']>().toEqualTypeOf<string>()
  expectTypeOf<RecordOf<typeof bankMapping>['swift']>().toEqualTypeOf<string | null>()
  expectTypeOf<RecordOf<typeof bankMapping>['enabled']>().toEqualTypeOf<boolean>()
  expectTypeOf<InputOf<typeof bankMapping>['title']>().toEqualTypeOf<string | undefined>()
})

describe('ids that people gave a name to', () => {
  const all = {
    ...Object.fromEntries(entities.map((e) => [e.slug, e.fields])),
    transactionFields,
    caseFields,
    approvalFields,
  }
  it.each(Object.entries(all))('%s shows PSPs by name', (slug, fields: Readonly<Record<string, Field>>) => {
    // The catalogue itself shows id and name side by side.
    const holding = Object.entries(fields).filter(([name]) => slug !== 'psp' && /^(psp|\w+Psp)$/.test(name))
    expect(holding.filter(([, { names }]) => names !== 'psp').map(([name]) => name)).toEqual([])
  })
})
