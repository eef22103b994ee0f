import { expect, test } from 'vitest'
import { parseTemplate } from './parse-template.ts'
import { usedVariables } from './used-variables.ts'

function problemsOf(source: string) {
  const parsed = parseTemplate(source)
  return parsed.ok ? [] : parsed.problems
}

test('text, values and blocks become a tree', () => {
  const parsed = parseTemplate('Hi ${user.name;upper}${if a}1${elseif b}2${else}3${end}${each c as d}4${end}')
  expect(parsed).toMatchObject({
    ok: true,
    nodes: [
      { kind: 'text', text: 'Hi ' },
      { kind: 'value', operand: { segments: ['user', 'name'] }, filters: [{ name: 'upper' }] },
      {
        kind: 'if',
        branches: [
          { condition: { path: { segments: ['a'] } }, body: [{ text: '1' }] },
          { condition: { path: { segments: ['b'] } }, body: [{ text: '2' }] },
          { condition: null, body: [{ text: '3' }] },
        ],
      },
      { kind: 'each', list: { segments: ['c'] }, item: 'd', body: [{ text: '4' }] },
    ],
  })
})

test.each([
  ['${', 'This "${" is never closed'],
  ['${}', 'A name is missing'],
  ['${a.}', 'A name is missing'],
  ['${a[x]}', 'A whole number is missing'],
  ['${a b}', '"b" is not expected here'],
  ['${a;nope}', 'There is no filter "nope"'],
  ['${a;constructor}', 'There is no filter "constructor"'],
  ['${a;upper(x)}', 'The filter "upper" takes no arguments'],
  ['${a;map}', 'The filter "map" needs an argument'],
  ['${a;map(x)}', '"x" is not of the form value->text'],
  ['${a;date(QQ)}', '"Q" means nothing in a date pattern; put text in quotes'],
  ["${a;map(A->'x)}", 'A ")" or a closing quote is missing'],
  ['${a(1)}', "Only message('key') can be called"],
  ['${a.message("x")}', "Only message('key') can be called"],
  ['${message(key)}', 'A text in quotes is missing'],
  ['${if}', 'A name is missing'],
  ['${if a == b}${end}', 'A text in quotes is missing'],
  ['${each a}${end}', 'Write "each list as name"'],
  ['${if a}', 'This "if" has no "end"'],
  ['${each a as b}', 'This "each" has no "end"'],
  ['${end}', 'There is no open block to end'],
  ['${else}', 'There is no matching "if"'],
  ['${each a as b}${else}${end}', 'There is no matching "if"'],
  ['${if a}${else}${elseif b}${end}', 'Nothing may follow "else" but "end"'],
  ['${a.b.c.d.e.f.g.h.i.j.k}', 'A name may have at most 10 parts'],
])('%s is refused: %s', (source, message) => {
  expect(problemsOf(source).map((problem) => problem.message)).toContain(message)
})

test('a problem names its line and column, and the ones after it are found too', () => {
  expect(problemsOf('<p>\n  ${a;nope}\n</p>${b c}')).toEqual([
    { line: 2, column: 7, message: 'There is no filter "nope"' },
    { line: 3, column: 9, message: '"c" is not expected here' },
  ])
})

test('blocks nest ten deep and no deeper', () => {
  const nested = (depth: number) => '${if a}'.repeat(depth) + '${end}'.repeat(depth)
  expect(problemsOf(nested(10))).toEqual([])
  expect(problemsOf(nested(11))).toMatchObject([{ message: 'Blocks may be nested at most 10 levels deep' }])
})

test('a source beyond the limit is not read at all', () => {
  expect(problemsOf('x'.repeat(200_001))).toMatchObject([
    { message: 'A template may be at most 200 kB long' },
  ])
})

test('used variables are told by their origin, reached or not', () => {
  const parsed = parseTemplate(
    '${if p.a == 1}${p.b}${end}${each p.legs as leg}${leg.psp}${loop.index}${each leg.x as y}${y}${end}${end}${p.legs[0].no}',
  )
  expect(parsed.ok && usedVariables(parsed.nodes)).toEqual([
    'p.a',
    'p.b',
    'p.legs',
    'p.legs[].no',
    'p.legs[].psp',
    'p.legs[].x',
    'p.legs[].x[]',
  ])
})
