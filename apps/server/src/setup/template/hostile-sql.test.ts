import { describe, expect, test } from 'vitest'
import { checkSql } from './sql-check.ts'
import { hostileStatements, memoryBombs } from './testing/hostile-statements.ts'

const views = ['v_users', 'v_merchants', 'v_audit']

describe('the check refuses', () => {
  test.each([...hostileStatements, ...memoryBombs])('%s', async (source) => {
    expect(await checkSql(source, { views, params: [] })).toMatchObject({ ok: false })
  })

  test.each([...hostileStatements, ...memoryBombs])('%s, in disguise', async (source) => {
    for (const disguise of [
      source.toUpperCase(),
      source.replace(/ /g, '/**/'),
      ` ;${source}`,
      `${source};`,
    ]) {
      expect(await checkSql(disguise, { views, params: [] }), disguise).toMatchObject({ ok: false })
    }
  })
})

test('nesting without end is refused, and the parser survives it', async () => {
  const deep = [
    '(',
    'not ',
    '- ',
    'case when a then ',
    'array[',
    '(select ',
    'a + ',
    "'a' || ",
    'f(',
    'x::int::',
  ]
  for (const piece of deep) {
    const source = `select ${piece.repeat(Math.floor(9000 / piece.length))} 1`
    expect(await checkSql(source, { views, params: [] })).toMatchObject({ ok: false })
  }
  expect(await checkSql('select 1', { views, params: [] })).toMatchObject({ ok: true })
})
