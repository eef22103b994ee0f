import { expect, it } from 'vitest'
import { defaultUserFormats } from '../text/user-formats.ts'
import { field } from './field.ts'
import { fieldText } from './field-text.ts'

const textOf = (value: unknown) => fieldText(field.json({ label: 'Thing' }), value, defaultUserFormats)

it('writes what has parts so that it can be read, inside of lists too', () => {
  expect(textOf([{ percent: 10 }, { percent: 50 }])).toBe('[{"percent":10},{"percent":50}]')
  expect(textOf({ percent: 10 })).toBe('{"percent":10}')
  expect(textOf(['VISA', 'AMEX'])).toBe('VISA|AMEX')
})
