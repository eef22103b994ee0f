import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { diagnosticsOf } from './editor-marks.ts'
import { tagCompletions } from './template-tags.ts'

const suggestions = {
  values: [{ text: 'ptx.amount', label: 'Amount', detail: 'money' }],
  filters: [{ text: 'money', label: 'Amount with its currency' }],
}
const offered = (before: string) => {
  const found = tagCompletions(before, suggestions)
  return found && { typed: found.typedLength, labels: found.options.map(({ label }) => label) }
}

describe('suggestions', () => {
  it('are made inside of a tag only', () => {
    expect(offered('<p>ptx')).toBeNull()
    expect(offered('${ptx.amount} ptx')).toBeNull()
    expect(offered('<p>${')).toEqual({ typed: 0, labels: ['ptx.amount'] })
    expect(offered('<p>${ptx.am')).toEqual({ typed: 6, labels: ['ptx.amount'] })
    expect(offered('${if ptx')).toEqual({ typed: 3, labels: ['ptx.amount'] })
  })

  it('turn to what can be done with a value after a semicolon', () => {
    expect(offered('${ptx.amount;')).toEqual({ typed: 0, labels: ['money'] })
    expect(offered('${ptx.amount; mo')).toEqual({ typed: 2, labels: ['money'] })
  })
})

describe('marks', () => {
  const doc = Text.of(['first', 'a ${tag} here'])
  const placed = (mark: { line?: number; column?: number }) => {
    const [found] = diagnosticsOf(doc, [{ severity: 'error', message: 'm', ...mark }])
    return found && doc.sliceString(found.from, found.to)
  }

  it('cover the tag or word they are about, or the whole line', () => {
    expect(placed({ line: 2, column: 3 })).toBe('${tag}')
    expect(placed({ line: 2, column: 10 })).toBe('here')
    expect(placed({ line: 1 })).toBe('first')
  })

  it('stay inside of a text that has become shorter', () => {
    expect(placed({ line: 99, column: 99 })).toBe('')
    expect(placed({})).toBe('first')
    expect(
      diagnosticsOf(Text.of(['']), [{ severity: 'warning', message: 'm', line: 3, column: 4 }])[0],
    ).toMatchObject({
      from: 0,
      to: 0,
    })
  })
})
