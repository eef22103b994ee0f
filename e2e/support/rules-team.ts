import type { Person } from './people.ts'
import { test as base } from './test.ts'

/** A brand of its own with two people who may do everything with its rules, and nothing alone. */
export interface Team {
  readonly merchantId: number
  readonly anna: Person
  readonly bert: Person
}

interface TeamFixtures {
  readonly team: Team
  readonly teamRoles: readonly string[]
}

export const test = base.extend<TeamFixtures>({
  teamRoles: [['RULES_ADMIN'], { option: true }],
  team: async ({ newMerchant, newPerson, teamRoles }, use) => {
    const { id: merchantId } = await newMerchant()
    const person = { home: merchantId, roles: [...teamRoles] }
    await use({ merchantId, anna: await newPerson(person), bert: await newPerson(person) })
  },
})
