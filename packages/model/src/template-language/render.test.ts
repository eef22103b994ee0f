import { expect, test } from 'vitest'
import type { RenderOptions } from './render.ts'
import { render } from './render.ts'
import { sampleViews } from './sample-views.ts'
import { Message } from './values.ts'

const text = (source: string, view: Record<string, unknown>, options: Partial<RenderOptions> = {}) =>
  render(source, view, { escape: 'none', ...options }).output

test('paths reach into objects and lists', () => {
  const view = { a: { b: [{ c: 'first' }, { c: 'second' }] }, n: 0, yes: true, big: 12345678901234567890n }
  expect(text('${a.b.1.c} ${ a.b[0].c } ${a.b.length} ${n} ${yes} ${big}', view)).toBe(
    'second first 2 0 true 12345678901234567890',
  )
})

test('a backslash keeps the sign as text, a lone dollar is text', () => {
  expect(text('\\${a} $${a} $ {a}', { a: 1 })).toBe('${a} $1 $ {a}')
})

test('a brace or a comma in quotes is part of the text', () => {
  expect(text("${a;map(x->'},{')}", { a: 'x' })).toBe('},{')
})

test.each([
  [{ state: 'A' }, 'a'],
  [{ state: 'B' }, 'b'],
  [{ state: 'C', flag: true }, 'c'],
  [{ state: 'D' }, 'd'],
])('if, elseif, else on %j', (view, expected) => {
  expect(text('${if state == \'A\'}a${elseif state == "B"}b${elseif flag}c${else}d${end}', view)).toBe(
    expected,
  )
})

test.each([
  ['v', { v: 'x' }, true],
  ['v', { v: '' }, false],
  ['v', { v: 0 }, false],
  ['v', { v: [] }, false],
  ['v', { v: [0] }, true],
  ['v', { v: {} }, true],
  ['v', {}, false],
  ['!v', {}, true],
  ['v == null', {}, true],
  ['v != null', { v: 1 }, true],
  ['v == 3', { v: '3.0' }, true],
  ['v == 0', { v: '' }, false],
  ['v == true', { v: true }, true],
  ["v != 'x'", {}, true],
  ["!v == 'x'", { v: 'x' }, false],
  ["v == 'x'", { v: ['x'] }, false],
])('condition %s on %j is %s', (condition, view, expected) => {
  expect(text(`\${if ${condition}}yes\${else}no\${end}`, view)).toBe(expected ? 'yes' : 'no')
})

test('each binds its item, counts, and lets inner names hide outer ones', () => {
  const view = { list: [{ v: 1 }, { v: 2 }, { v: 3 }], i: 'outer' }
  expect(text('${each list as i}${loop.index}:${i.v}${if !loop.last},${end}${end} ${i}', view)).toBe(
    '1:1,2:2,3:3 outer',
  )
  expect(
    text('${each rows as row}[${each row as cell}${cell}${end}]${end}', { rows: [[1, 2], [], [3]] }),
  ).toBe('[12][][3]')
})

test('a missing value leaves nothing and a warning with its place', () => {
  const { output, warnings, problems } = render('a\n ${b.c}${b.c}|', {}, { escape: 'none' })
  expect(output).toBe('a\n |')
  expect(problems).toEqual([])
  expect(warnings).toEqual([
    { line: 2, column: 2, message: 'b.c has no value' },
    { line: 2, column: 8, message: 'b.c has no value' },
  ])
})

test('asking whether a value is there is no reason to warn; a loop over nothing is', () => {
  expect(render('${if a}x${end}', {}, { escape: 'none' }).warnings).toEqual([])
  expect(render('${each a as b}x${end}', {}, { escape: 'none' }).warnings).toMatchObject([
    { message: 'a has no value' },
  ])
  expect(render('${each a as b}x${end}', { a: {} }, { escape: 'none' }).warnings).toMatchObject([
    { message: 'a is not a list' },
  ])
})

test('a list or an object has no text', () => {
  const { output, warnings } = render('${a}${b;upper}', { a: [1], b: { c: 1 } }, { escape: 'none' })
  expect(output).toBe('')
  expect(warnings.map((warning) => warning.message)).toEqual([
    'a is not a single value',
    'b is not a single value',
  ])
})

test('HTML mode escapes values once, whatever the author asked for', () => {
  const view = { v: `<b a="1" b='2'>&` }
  const escaped = '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;'
  expect(text('<i>${v}</i>', view, { escape: 'html' })).toBe(`<i>${escaped}</i>`)
  expect(text('${v;html}', view, { escape: 'html' })).toBe(escaped)
  expect(text('${v;html}', view)).toBe(escaped)
  expect(text('${v;html;upper}', view, { escape: 'html' })).not.toContain('<')
  expect(text('${v;json}', view, { escape: 'html' })).not.toContain('<')
})

test('a message may hold markup, but only a real one, and only until a filter turns it into text', () => {
  const options = { escape: 'html', messages: { hello: '<b>Hej</b>' } } as const
  expect(text("${message('hello')} ${m}", { m: new Message('<i>x</i>') }, options)).toBe(
    '<b>Hej</b> <i>x</i>',
  )
  expect(text("${message('hello');upper}", {}, options)).toBe('&lt;B&gt;HEJ&lt;/B&gt;')
  expect(text('${m}', { m: { markup: '<script>' } }, options)).toBe('')
  expect(text("${message('toString')}${message('none')}", {}, options)).toBe('')
})

test('JSON mode makes a valid document of any value', () => {
  const view = { name: 'a"b\\\n<', n: 12.5, list: [1, { x: null }], none: null }
  const source =
    '{"name":"${name}","same":${name;json},"n":${n;json},"list":${list;json},"none":${none;json}}'
  expect(JSON.parse(text(source, view, { escape: 'json' }))).toEqual({
    name: view.name,
    same: view.name,
    n: 12.5,
    list: view.list,
    none: null,
  })
  expect(JSON.parse(text('"${m}"', { m: new Message('"') }, { escape: 'json' }))).toBe('"')
})

test('a payload over a real transaction holds together', () => {
  const source =
    '{"ref":${ptx.txRefId;json},"legs":[${each ptx.legs as leg}{"no":${leg.no},"psp":"${leg.psp}"}${if !loop.last},${end}${end}]}'
  expect(JSON.parse(text(source, sampleViews.deposit, { escape: 'json' }))).toEqual({
    ref: '100010001A27023107',
    legs: [
      { no: 1, psp: 'bluepay' },
      { no: 2, psp: 'acmecards' },
    ],
  })
})

test('nothing comes out of a template with a mistake', () => {
  expect(render('Dear ${name;nope}', { name: 'x' }, { escape: 'none' })).toMatchObject({
    output: '',
    problems: [{ line: 1, column: 13 }],
  })
})

test('used variables come with every rendering', () => {
  expect(render('${if a}${b}${end}', {}, { escape: 'none' }).usedVariables).toEqual(['a', 'b'])
})
