import { expect, test } from 'vitest'
import { render } from './render.ts'
import { isSampleName, sampleLabels, sampleViews } from './sample-views.ts'
import { templateTypes } from './template-types.ts'
import { unknownVariables, variablesFor } from './variables.ts'

const everySample = Object.values(sampleViews)

/** What an author would write to show one variable. */
function sourceFor(path: string): string {
  const [list, rest] = path.split('[].')
  if (rest !== undefined) return `\${each ${list} as item}\${item.${rest};json}\${end}`
  return `\${${path.replace(/\.\*$/, '')};json}`
}

test('every variable offered has a value in some sample', () => {
  for (const type of templateTypes) {
    for (const { path } of variablesFor(type)) {
      const outputs = everySample.map((view) => render(sourceFor(path), view, { escape: 'none' }).output)
      expect(
        outputs.some((output) => output !== '' && output !== 'null'),
        path,
      ).toBe(true)
    }
  }
})

test('everything in the samples is offered to a mail', () => {
  const leaves = (value: unknown, path: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => leaves(item, `${path}[]`))
    if (typeof value !== 'object' || value === null || 'currency' in value) return [path]
    return Object.entries(value).flatMap(([key, member]) =>
      leaves(member, path === '' ? key : `${path}.${key}`),
    )
  }
  expect(
    unknownVariables(
      'email',
      everySample.flatMap((view) => leaves(view, '')),
    ),
  ).toEqual([])
})

test('a slip of the pen is told from a part, an item or a free name', () => {
  const used = [
    'ptx',
    'ptx.ammount',
    'ptx.amount.currency',
    'ptx.legs.length',
    'ptx.legs[].psp',
    'ptx.attributes.any',
    'link',
  ]
  expect(unknownVariables('email', used)).toEqual(['ptx.ammount'])
  expect(unknownVariables('html', used)).toEqual(['ptx.ammount', 'link'])
})

test('every sample has a label', () => {
  expect(Object.keys(sampleLabels)).toEqual(Object.keys(sampleViews))
  expect(isSampleName('deposit')).toBe(true)
  expect(isSampleName('constructor')).toBe(false)
})
