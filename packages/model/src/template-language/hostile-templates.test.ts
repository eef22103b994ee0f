import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTemplate } from './parse-template.ts'
import { render } from './render.ts'

const none = { escape: 'none' } as const

describe('nothing but own data can be reached', () => {
  class Account {
    secret = 'leak'
  }
  const view = {
    text: 'abc',
    list: ['a'],
    call: () => 'leak',
    account: new Account(),
    map: new Map([['leak', 'leak']]),
    get computed() {
      return 'leak'
    },
    inherited: Object.create({ leak: 'leak' }) as object,
    toJSON: () => 'leak',
  }
  test.each([
    '__proto__',
    'constructor',
    'constructor.constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'text.constructor',
    'text.length',
    'text.0',
    'list.map',
    'list.constructor.constructor',
    'list.__proto__.polluted',
    'list[1]',
    'list.-1',
    'call',
    'call.name',
    'call.constructor',
    'account',
    'account.secret',
    'map.leak',
    'map.size',
    'computed',
    'inherited.leak',
    '__defineGetter__',
    '__lookupGetter__',
    'valueOf',
    'text.__proto__.__proto__',
  ])('%s is nothing', (path) => {
    expect(render(`\${${path}}\${${path};upper}`, view, none).output).toBe('')
    expect(render(`\${${path};json}`, view, none).output).not.toContain('leak')
  })

  test('the whole view as JSON holds no code and no result of code', () => {
    expect(render('${v;json}', { v: view }, none).output).toBe(
      '{"text":"abc","list":["a"],"account":{},"map":{},"inherited":{}}',
    )
  })

  test('a key that data brings along is only data', () => {
    const data = JSON.parse('{"v":{"__proto__":{"polluted":"yes"},"constructor":"c"}}') as Record<
      string,
      unknown
    >
    expect(render('${v.polluted}|${v.constructor}|${v.__proto__.polluted}', data, none).output).toBe('|c|yes')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('a loop cannot reach a prototype by the name of its item', () => {
    const source = '${each list as __proto__}${__proto__.x}${toString}${end}'
    expect(render(source, { list: [{ x: 1 }] }, none).output).toBe('1')
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })
})

describe('no template outgrows its limits', () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => at)

  test('endless loops stop', () => {
    const source = '${each l as a}${each l as b}${each l as c}${end}${end}${end}'
    expect(render(source, { l: thousand }, none)).toMatchObject({
      output: '',
      problems: [{ message: 'The template takes more than 10000 steps' }],
    })
  })

  test('a list of a billion holes stops', () => {
    const holes: unknown[] = []
    holes.length = 1e9
    expect(render('${each l as a}${end}', { l: holes }, none).problems).toHaveLength(1)
    expect(render('${l;json}', { l: holes }, none).problems).toHaveLength(1)
  })

  test('a result that grows too large stops', () => {
    const source = `\${each l as a}${'x'.repeat(1000)}\${end}`
    expect(render(source, { l: thousand }, none).problems).toMatchObject([
      { message: 'The result is longer than 500 kB' },
    ])
  })

  test('working on long texts again and again stops', () => {
    const view = { l: thousand, t: 'x'.repeat(100_000) }
    expect(render('${each l as a}${t;upper;map(*->)}${end}', view, none).problems).toHaveLength(1)
  })

  test('data that goes round in circles ends at the depth limit', () => {
    const circle: Record<string, unknown> = { name: 'o' }
    circle['self'] = circle
    expect(render('${c;json}', { c: circle }, none).output).toMatch(/^(\{"name":"o","self":){10}null\}{10}$/)
  })

  test('warnings do not pile up', () => {
    const source = Array.from({ length: 300 }, (_, at) => `\${v${at}}`).join('')
    expect(render(source, {}, none).warnings).toHaveLength(100)
  })

  test('brackets, braces and dots in any number are only a mistake', () => {
    for (const piece of [
      '${',
      '${if a}',
      '(',
      '${a;map(',
      '.',
      '${a[',
      '${"',
      "${'",
      '\\${',
      "${a;date('",
      '${a;map(' + 'x'.repeat(50_000),
    ]) {
      const parsed = parseTemplate(piece.repeat(190_000 / piece.length))
      expect(parsed.ok ? parsed.nodes.length : parsed.problems.length).toBeGreaterThan(0)
    }
  })
})

describe('for any template and any data', () => {
  const names = ['a', 'b', 'list', '__proto__', 'constructor', 'length', 'loop', 'x-1']
  const path = fc
    .array(fc.constantFrom(...names, '0'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('.'))
  const filter = fc.constantFrom(
    ';json',
    ';html',
    ';url',
    ';date',
    ';date(EEE Z z)',
    ';money',
    ';mask',
    ';upper',
    ';map(A->1,*->2)',
  )
  const value = fc
    .tuple(path, fc.array(filter, { maxLength: 3 }))
    .map(([name, filters]) => `\${${name}${filters.join('')}}`)
  const block = fc.constantFrom(
    '${if a}',
    "${elseif b == 'x'}",
    '${else}',
    '${end}',
    '${each list as a}',
    "${message('k')}",
    '\\${',
  )
  const source = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(value, block, fc.string()), { maxLength: 12 }).map((all) => all.join('')),
  )
  const data = fc.object({
    key: fc.oneof(fc.constantFrom(...names), fc.string()),
    values: [
      fc.string(),
      fc.double(),
      fc.bigInt(),
      fc.date(),
      fc.constant(null),
      fc.constant(undefined),
      fc.constant('<img onerror=1>'),
    ],
    withNullPrototype: true,
    withSparseArray: true,
    withMap: true,
    withTypedArray: true,
  })
  const view = data as fc.Arbitrary<Record<string, unknown>>

  test('rendering never throws', () => {
    fc.assert(
      fc.property(source, view, fc.constantFrom('html', 'none', 'json'), (text, data, escape) => {
        const result = render(text, data, {
          escape,
          messages: { k: '<b>' },
          locale: 'de_DE',
          timeZone: 'Europe/Berlin',
        })
        expect(typeof result.output).toBe('string')
      }),
      { numRuns: 500 },
    )
  })

  test('in HTML mode no value brings a bracket or a quote of its own', () => {
    const unmarked = source.map((text) => text.replaceAll("${message('k')}", '').replace(/[<>"]/g, ''))
    fc.assert(
      fc.property(unmarked, view, (text, data) => {
        expect(render(text, data, { escape: 'html' }).output).not.toMatch(/[<>"]/)
      }),
      { numRuns: 500 },
    )
  })

  test('a value between quotes in JSON mode comes back as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(JSON.parse(render('["${a}",${a;json}]', { a: text }, { escape: 'json' }).output)).toEqual([
          text,
          text,
        ])
      }),
    )
  })
})
