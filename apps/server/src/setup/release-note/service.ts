import type { releaseNote } from '@signalbox/model/entities/release-note'
import type { RecordOf } from '@signalbox/model/field/entity'
import { isCalendarDay } from '@signalbox/model/text/local-time'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { ResourceHooks } from '../../kit/resource.ts'
import type { StaffMail } from '../../people/user/read-model.ts'
import { forgetReaders, isPublished, markMailed } from './store.ts'

type ReleaseNote = RecordOf<typeof releaseNote>
type Input = Record<string, unknown>

export interface ReleaseNoteDeps {
  readonly mail: StaffMail
  /** Where people open the console. */
  readonly publicUrl: string
}

/** `2026-02-30` has the form of a date and is none. */
function requireDay(input: Input): Promise<Input> {
  const { date } = input
  if (typeof date !== 'string') return Promise.resolve(input)
  if (!isCalendarDay(date))
    throw invalid({ field: 'date', code: 'INVALID_DATE', message: 'This date does not exist' })
  return Promise.resolve(input)
}

/** Those who chose release notes by mail, as far as it is for them. Each note is mailed once. */
async function mailNote(
  work: Work,
  { mail, publicUrl }: ReleaseNoteDeps,
  note: ReleaseNote,
): Promise<number> {
  if (!(await markMailed(work.tx, note.id, work.now))) return 0
  const { merchantId, title, release, bodyMd, audienceRoles } = note
  return mail(work, {
    merchantId,
    to: {
      preference: 'RELEASE_NOTES',
      everywhere: true,
      ...(audienceRoles.length > 0 && { roles: audienceRoles }),
    },
    template: 'ReleaseNote',
    facts: { note: { title, release, body: bodyMd }, link: `${publicUrl}/help?page=whats-new` },
  })
}

/** Consoles show the mark without being reloaded. */
const tellConsoles = (work: Work, { merchantId, id }: ReleaseNote): void =>
  work.emit({ merchantId, topic: 'news', key: id })

export const releaseNoteHooks = (deps: ReleaseNoteDeps): ResourceHooks<ReleaseNote> => ({
  filters: () => ({ published: (value) => isPublished(value === 'true') }),
  beforeCreate: (_work, input) => requireDay(input),
  beforeUpdate: (_work, input) => requireDay(input),
  async afterChange(work, { type, before }) {
    if (type === 'DELETE' && before) await forgetReaders(work.tx, before.id)
    if (before?.publishedAt) tellConsoles(work, before)
  },
  operations: {
    publish: {
      async run(work, current) {
        if (current.publishedAt !== null)
          throw new Refusal('INVALID_STATE', { message: 'It is already published.', current })
        await mailNote(work, deps, current)
        tellConsoles(work, current)
        return { publishedAt: work.now }
      },
    },
    withdraw: {
      run(_work, current) {
        if (current.publishedAt === null)
          throw new Refusal('INVALID_STATE', { message: 'It is not published.', current })
        return Promise.resolve({ publishedAt: null })
      },
    },
  },
})
