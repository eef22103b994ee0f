import { releaseNote, type ReleaseNoteCategory } from '@signalbox/model/entities/release-note'
import type { Role } from '@signalbox/model/access/roles'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { insertRecord } from '../demo-store.ts'

interface DemoNote {
  readonly title: string
  readonly category: ReleaseNoteCategory
  readonly daysAgo: number
  readonly audienceRoles?: readonly Role[]
  /** Lines of CHANGELOG.md; a test compares them. */
  readonly lines: readonly string[]
}

/** What the first release brought, in the words of the changelog. */
export const demoReleaseNotes: readonly DemoNote[] = [
  {
    title: 'Your inbox',
    category: 'FEATURE',
    daysAgo: 2,
    lines: [
      'An inbox at the bell and on Home with everything that waits for a person, by mail as well for those who choose it.',
    ],
  },
  {
    title: 'Safer sign-in',
    category: 'IMPROVEMENT',
    daysAgo: 9,
    lines: [
      'Passwords with TOTP, passkeys and recovery codes; step-up for sensitive changes; pending changes that a second person confirms.',
    ],
  },
  {
    title: 'Decision tables',
    category: 'FEATURE',
    daysAgo: 16,
    audienceRoles: ['RULES', 'RULES_ADMIN', 'OPERATOR_ADMIN'],
    lines: [
      '29 decision tables with their own engine and editor: versions, drafts, approval by a second person, import and export.',
    ],
  },
  {
    title: 'The payments API and its sandbox',
    category: 'FEATURE',
    daysAgo: 30,
    lines: [
      'Public API for deposits, withdrawals, captures, refunds and voids with OAuth 2.0, idempotency keys and signed webhooks (Standard Webhooks).',
      'A sandbox of simulated PSPs, card networks, 3-D Secure, KYC and fraud services, with a demo shop to pay in.',
    ],
  },
]

const platform = 1000
const dayMs = 24 * 60 * 60 * 1000

export async function seedReleaseNotes(unit: UnitOfWork): Promise<void> {
  for (const { title, category, daysAgo, audienceRoles = [], lines } of demoReleaseNotes) {
    const publishedAt = new Date(unit.now.getTime() - daysAgo * dayMs)
    await insertRecord(unit, releaseNote, platform, {
      title,
      category,
      release: '2.43.0',
      date: publishedAt.toISOString().slice(0, 10),
      bodyMd: lines.map((line) => `- ${line}`).join('\n'),
      audienceRoles: [...audienceRoles],
      publishedAt,
      // Nobody asked for mails about what was there before them.
      mailedAt: unit.now,
    })
  }
}
