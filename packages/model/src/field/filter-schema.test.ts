import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { filtersOf, type FilterDeclaration } from './entity.ts'
import { approvalFilters } from '../entities/approval.ts'
import { caseFilters } from '../entities/case.ts'
import { entities } from '../entities/index.ts'
import { transactionFilters } from '../entities/transaction.ts'
import { allCalls } from '../calls/index.ts'
import { filterShape } from './filter-schema.ts'

/** Words every object has by birth, a name nobody gave, and what people type by mistake. */
const nonsense = ['toString', '__proto__', 'constructor', 'NOBODY_HAS_THIS', 'true,', '2026-13-45..', '..x']

const declared: readonly { readonly call: string; readonly filters: readonly FilterDeclaration[] }[] = [
  { call: 'GET /transaction', filters: transactionFilters },
  { call: 'GET /case', filters: caseFilters },
  { call: 'GET /approval', filters: approvalFilters },
  ...entities.map((entity) => ({ call: `GET /${entity.slug}`, filters: filtersOf(entity) })),
]

const queryOf = (call: string) => allCalls.find(({ key }) => key === call)?.query
const isClosed = ({ kind, options }: FilterDeclaration): boolean =>
  kind === 'TOGGLE' || kind === 'DATE' || options !== undefined

describe('a filter with values of its own', () => {
  const closed = declared.flatMap(({ call, filters }) =>
    queryOf(call) ? filters.filter(isClosed).map((filter) => ({ call, filter })) : [],
  )

  it('is among those of most lists', () => {
    expect(closed.length).toBeGreaterThan(60)
  })

  it.each(closed)('$call refuses what $filter.name cannot be', ({ call, filter: { name, options } }) => {
    const query = queryOf(call)
    const ask = (text: string) => query?.safeParse({ start: '0', limit: '10', [name]: text }).success
    expect(nonsense.filter(ask)).toEqual([])
    const offered = Object.keys(options ?? {})
    expect(offered.filter((option) => !ask(option))).toEqual([])
    expect([ask(''), ask(offered.join(','))]).not.toContain(false)
  })
})

describe('a value', () => {
  const schema = z.object(
    filterShape([
      ...transactionFilters,
      { name: 'colour', kind: 'SELECT', label: 'Colour', options: { red: 'Red', blue: 'Blue' } },
    ]),
  )
  const ask = (given: Record<string, string>) => schema.safeParse(given)

  it.each([
    [{ currency: 'EUR,SEK' }, { currency: 'EUR,XYZ' }],
    [{ userCountry: 'SWE' }, { userCountry: 'SE' }],
    [{ merchants: '1000,100010001' }, { merchants: '1000,x' }],
    [{ statusCode: '504' }, { statusCode: '499' }],
    [{ created: 'today' }, { created: 'yesterday' }],
    [{ created: '2026-11-01..' }, { created: '2026-11-01' }],
    [{ psp: 'whatever-it-is-called' }, { fallbackUsed: 'yes' }],
  ])('%o is fine, %o is not', (fine, wrong) => {
    expect(ask(fine).success).toBe(true)
    expect(ask(wrong).success).toBe(false)
  })

  it('is refused with what there is to choose from', () => {
    expect(ask({ colour: 'green' }).error?.issues[0]?.message).toBe('Colour: one of red, blue')
  })
})
