import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TwoPersonRule } from './attempt.ts'
import { atFinland, colleague, lone, newUser, outcomeOf, platform, userNamed } from './cast.ts'

export const emailChange: TwoPersonRule = {
  guard: 'apps/server/src/people/user/change-email.ts',
  asksForProof: true,
  copies: 'accounts come by no file, and nobody copies one',
  prepare: async () => {
    const { id, version } = await newUser(['AGENT'])
    await sql`update backoffice_user set state = 'ACTIVE' where id = ${id}`.execute(platform.db)
    return {
      one: lone,
      other: colleague,
      ask: {
        path: `/user/${id}?${atFinland}`,
        body: { version, email: `at-once-${id}@mail.example` },
        method: 'PUT',
      },
      confirmation: async () => ({ path: `/user/${id}/confirm-email?${atFinland}`, body: {} }),
    }
  },
  ways: {
    'the email address of who was only invited, and approves': async () => {
      const { id, version } = await newUser(['AGENT'])
      await sql`update backoffice_user set roles = '{FIRST_APPROVER}' where id = ${id}`.execute(platform.db)
      const asked = await lone.put(`/user/${id}?${atFinland}`, { version, email: `mine-${id}@mail.example` })
      expect(asked.body.pendingEmail, asked.text).toBe(`mine-${id}@mail.example`)
      return outcomeOf(await lone.post(`/user/${id}/confirm-email?${atFinland}`))
    },
    'an email address': async () => {
      const { id, version } = await userNamed('brand2')
      const asked = await lone.put(`/user/${id}?${atFinland}`, { version, email: 'mine@mail.example' })
      expect(asked.body.pendingEmail, asked.text).toBe('mine@mail.example')
      return outcomeOf(await lone.post(`/user/${id}/confirm-email?${atFinland}`))
    },
  },
}
