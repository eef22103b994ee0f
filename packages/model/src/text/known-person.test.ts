import { expect, it } from 'vitest'
import { maskFor } from './known-person.ts'

const mask = maskFor({
  firstName: 'Quirina',
  lastName: 'Zebulon-Åsdotter',
  accountHolder: 'Quirina von Zebulon-Åsdotter',
  birthDate: '1981-04-03',
  phone: '+46701234523',
})

it.each([
  ['Spoke to Quirina Zebulon-Åsdotter.', 'Spoke to Q*** Z***.'],
  ["QUIRINA's bank, mrs zebulon-åsdotter", "Q***'s bank, mrs z***"],
  ['paid by Quirina von Zebulon-Åsdotter', 'paid by Q*** v*** Z***'],
  ['born 1981-04-03', 'born 1981-**-**'],
  ['born 3.4.1981 or 03/04/1981, 04/03/81', 'born 1981-**-** or 1981-**-**, 1981-**-**'],
  ['born 3 April 1981, Apr 3, 1981, 3rd of april 1981', 'born 1981-**-**, 1981-**-**, 1981-**-**'],
  ['national id 19810403-2384, 810403-2384', 'national id 1981-**-**-2384, 1981-**-**-2384'],
  ['called 0701234523, 070 123 45 23', 'called 070******23, 070******23'],
  ['wrote to quirina@players.example', 'wrote to q***@p***.example'],
])('hides what is known of the person: %s', (text, masked) => {
  expect(mask(text)).toBe(masked)
  expect(mask(masked)).toBe(masked)
})

it.each([
  'Quirinale, von here on; on 1981-04-04 and 1981',
  'reference 119810403, order 2026-04-03',
  'Refund of 100010001-2233445566 on 2026-11-17T09:30:00.000Z',
])('leaves what is somebody else or nobody: %s', (text) => {
  expect(mask(text)).toBe(text)
})

const person = { firstName: null, lastName: null, accountHolder: null, birthDate: null }

it.each([
  ['Will', 'May', 'It will be paid in may, at will', 'It will be paid in may, at will'],
  ['May', 'Will', 'In May they paid', 'In May they paid'],
  ['Mark', 'Lee', 'mark it, said Mark', 'mark it, said M***'],
  ['Mark', 'Lee', 'Lee called from the lee side', 'L*** called from the lee side'],
  ['Will', 'May', 'spoke to will may, WILL MAY and May, Will', 'spoke to w*** m***, W*** M*** and M*** W***'],
])('words that are names as well are names only where they are written so: %s %s: %s', (...given) => {
  const [firstName, lastName, text, masked] = given
  expect(maskFor({ ...person, firstName, lastName })(text)).toBe(masked)
})

it('takes the last word of a holder for a last name', () => {
  const careful = maskFor({ ...person, accountHolder: 'May Zebulon' })
  expect(careful('mrs zebulon pays in May, or may not')).toBe('mrs z*** pays in May, or may not')
})

it.each([
  ['', ''],
  ['x', '1981-04'],
  ['(.*)+', 'never'],
  ['a b', '1981-99-99'],
])('a name like %j and a birth date like %j do no harm', (name, birthDate) => {
  const careful = maskFor({ ...person, accountHolder: name, birthDate, phone: '12' })
  expect(careful('Refund of x a b 12 on 2026-11-17, whatever never')).toBe(
    name === 'a b'
      ? 'Refund of x a*** b*** 12 on 2026-11-17, whatever never'
      : 'Refund of x a b 12 on 2026-11-17, whatever never',
  )
})
