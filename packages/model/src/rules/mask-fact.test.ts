import { describe, expect, it } from 'vitest'
import type { FactValue, PersonalKind } from './fact.ts'
import { facts } from './facts.ts'
import { maskFact } from './mask-fact.ts'

const declared = facts

const examples: Readonly<Record<PersonalKind, readonly [clear: FactValue, masked: FactValue]>> = {
  EMAIL: ['ada@players.example', 'a***@p***.example'],
  IP: ['198.51.100.77', '198.51.100.0/24'],
  IBAN: ['SE3550000000054910000003', 'SE35**************0003'],
  ACCOUNT: ['ada@wallet.example', 'a***@w***.example'],
  PLACE: ['Stockholm', 'S***'],
  ATTRIBUTES: [{ phone: '+46701234567' }, { phone: '***' }],
}

/** Say nothing that names a person: categories, countries, banks, and the user id, which nobody hides. */
const impersonal = [
  ...['userId', 'userCategory', 'userCountry', 'userAge', 'locale', 'market', 'balance'],
  ...[
    'excludedUserIds',
    'merchantKycStatus',
    'suspectedAbuse',
    'bic',
    'bankCountry',
    'ipCountry',
    'location',
  ],
]

describe('facts about people', () => {
  it.each(declared.filter(({ personal }) => personal))('$key is masked', (fact) => {
    const [clear, masked] = examples[fact.personal ?? 'EMAIL']
    expect(maskFact(fact, clear)).toEqual(masked)
  })

  it('are declared personal, or known to name nobody', () => {
    const about = declared.filter(({ group }) => ['USR', 'BANK', 'IP'].includes(group))
    const undecided = about.filter(({ key, personal }) => !personal && !impersonal.includes(key))
    expect(undecided.map(({ key }) => key)).toEqual([])
  })

  it('leaves everything else as it is', () => {
    const plain = declared.filter(({ personal }) => !personal)
    for (const fact of plain) expect(maskFact(fact, 'a value')).toBe('a value')
  })
})
