import { expect, it } from 'vitest'
import { withoutPerson } from './forget-views.ts'

const words = ['zq-kyc-2', 'max', 'Anna Xanthippel', 'anna.x@mail.example']

it.each([
  ['search=zq-kyc-2', ''],
  ['userId=max&states=FAILED', 'states=FAILED'],
  ['keyword=Anna+Xanthippel+Stockholm', ''],
  ['userId=other%2Czq-kyc-2', 'userId=other'],
  ['userId=other&userId=zq-kyc-2&country=SE', 'userId=other&country=SE'],
])('a view that looked for somebody by %s keeps neither them nor its name', (query, left) => {
  expect(withoutPerson({ name: 'Xanthippel watch', query }, words)).toEqual({ name: 'View', query: left })
})

it('a name goes where it names somebody, and the filters stay as they were', () => {
  const view = { name: 'About Anna Xanthippel', query: 'states=FAILED&sort=at%3Adesc' }
  expect(withoutPerson(view, words)).toEqual({ ...view, name: 'View' })
})

it.each(['search=zq-kyc-22', 'userId=zq-kyc-2-b', 'states=max', 'userId=maximilian', 'keyword=Anna', ''])(
  'a view of %s looks for others and stays as it is',
  (query) => {
    expect(withoutPerson({ name: 'Xanthippel watch', query }, words)).toBeNull()
  },
)
