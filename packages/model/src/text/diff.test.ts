import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines, diffRecords, type Change } from './diff.ts'

describe('records', () => {
  const change = (path: string, from: unknown, to: unknown) => ({ path, from, to })

  test('changes are listed by field, deep, in the order of names', () => {
    const before = { name: 'a', limits: { max: 10, min: 1 }, same: [1], gone: true }
    const after = { limits: { min: 2, max: 10 }, same: [1], name: 'b', fresh: null }
    expect(diffRecords(before, after)).toEqual([
      change('fresh', undefined, null),
      change('gone', true, undefined),
      change('limits.min', 1, 2),
      change('name', 'a', 'b'),
    ])
  })

  test('in a list of plain values it is told what came and what went', () => {
    expect(diffRecords({ roles: ['A', 'B', 'C'] }, { roles: ['C', 'D', 'A'] })).toEqual([
      { path: 'roles', from: ['A', 'B', 'C'], to: ['C', 'D', 'A'], added: ['D'], removed: ['B'] },
    ])
    expect(diffRecords({ roles: ['A', 'B'] }, { roles: ['B', 'A'] })).toMatchObject([
      { added: [], removed: [] },
    ])
  })

  test('a list of records is compared place by place', () => {
    const before = { rows: [{ id: 1, to: 'x' }, { id: 2 }] }
    const after = { rows: [{ id: 1, to: 'y' }, { id: 2 }, { id: 3 }] }
    expect(diffRecords(before, after)).toEqual([
      change('rows.0.to', 'x', 'y'),
      change('rows.2', undefined, { id: 3 }),
    ])
  })

  test('creating and deleting list every field', () => {
    expect(diffRecords(null, { a: 1, b: null })).toEqual([
      change('a', undefined, 1),
      change('b', undefined, null),
    ])
    expect(diffRecords({ a: 1 }, undefined)).toEqual([change('a', 1, undefined)])
  })

  test('dates are compared as instants, and a value that changes its shape is replaced', () => {
    expect(diffRecords({ at: new Date(5) }, { at: new Date(5) })).toEqual([])
    expect(diffRecords({ at: new Date(5) }, { at: new Date(6) })).toHaveLength(1)
    expect(diffRecords({ a: [1] }, { a: { 0: 1 } })).toEqual([change('a', [1], { 0: 1 })])
  })

  const ordinary = { enumerable: true, configurable: true, writable: true }
  function keysOf(path: string): string[] {
    const keys = ['']
    for (let at = 0; at < path.length; at += 1) {
      if (path[at] === '.') keys.push('')
      else keys.push(keys.pop() + (path[at] === '\\' ? (path[++at] ?? '') : (path[at] ?? '')))
    }
    return keys
  }

  /** Does what the changes say, knowing nothing of how they were found. */
  function apply(before: object, changes: readonly Change[]): unknown {
    const copy = JSON.parse(JSON.stringify(before)) as Record<string, unknown>
    for (const { path, to } of changes) {
      const keys = keysOf(path)
      const last = keys.pop() ?? ''
      const parent = keys.reduce((value, key) => value[key] as typeof copy, copy)
      if (to !== undefined) Object.defineProperty(parent, last, { value: to, ...ordinary })
      else if (Array.isArray(parent)) parent.length = Math.min(parent.length, Number(last))
      else delete parent[last]
    }
    return copy
  }

  test('applying the changes to one record gives the other', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\\', '0') })
    const { record } = fc.letrec<{ value: unknown; record: object }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 1, 'x', ''),
        fc.array(fc.constantFrom(1, 2, 'x')),
        fc.array(tie('value')),
        tie('record'),
      ),
      record: fc.dictionary(key, tie('value'), { noNullPrototype: true }),
    }))
    fc.assert(
      fc.property(record, record, (before, after) => {
        expect(apply(before, diffRecords(before, after))).toEqual(after)
        expect(diffRecords(after, JSON.parse(JSON.stringify(after)))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('lines', () => {
  const reassemble = (before: string, after: string, kind: 'removed' | 'added') =>
    diffLines(before, after)
      .filter((hunk) => hunk.kind === 'same' || hunk.kind === kind)
      .flatMap((hunk) => hunk.lines)
      .join('\n')

  test('as little as possible is removed and added, with the line numbers of both texts', () => {
    expect(diffLines('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual([
      { kind: 'same', lines: ['a'], beforeLine: 1, afterLine: 1 },
      { kind: 'removed', lines: ['b'], beforeLine: 2, afterLine: 2 },
      { kind: 'same', lines: ['c'], beforeLine: 3, afterLine: 2 },
      { kind: 'added', lines: ['x'], beforeLine: 4, afterLine: 3 },
      { kind: 'same', lines: ['d'], beforeLine: 4, afterLine: 4 },
    ])
  })

  test('equal texts are one hunk', () => {
    expect(diffLines('a\nb', 'a\nb')).toEqual([
      { kind: 'same', lines: ['a', 'b'], beforeLine: 1, afterLine: 1 },
    ])
  })

  test('texts that have nothing in common are replaced, however long they are', () => {
    const text = (name: string) => Array.from({ length: 20_000 }, (_, n) => `${name}${n}`).join('\n')
    expect(diffLines(text('a'), text('b')).map((hunk) => [hunk.kind, hunk.lines.length])).toEqual([
      ['removed', 20_000],
      ['added', 20_000],
    ])
  })

  /** Length of the longest common subsequence by the textbook table. */
  function mostKept(a: readonly string[], b: readonly string[]): number {
    let row = Array<number>(b.length + 1).fill(0)
    for (const line of a) {
      const next = [0]
      for (const [index, other] of b.entries()) {
        const kept = line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0)
        next.push(kept)
      }
      row = next
    }
    return row.at(-1) ?? 0
  }

  test('the hunks reassemble both texts, keep as much as can be kept, and stand where they say', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(reassemble(before, after, 'removed')).toBe(before)
        expect(reassemble(before, after, 'added')).toBe(after)
        const [a, b] = [before.split('\n'), after.split('\n')]
        const hunks = diffLines(before, after)
        const same = hunks.filter((hunk) => hunk.kind === 'same')
        expect(same.reduce((sum, hunk) => sum + hunk.lines.length, 0)).toBe(mostKept(a, b))
        for (const { kind, lines, beforeLine, afterLine } of hunks) {
          const [source, line] = kind === 'added' ? [b, afterLine] : [a, beforeLine]
          expect(source.slice(line - 1, line - 1 + lines.length)).toEqual(lines)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
