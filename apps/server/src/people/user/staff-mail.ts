import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Tx } from '../../kit/database.ts'
import { mailJob } from '../../kit/mail/mail-job.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { readersAt, type Readers } from './staff-mail-store.ts'

interface StaffLetter {
  /** What it is about belongs to this merchant; whoever may not see it is not told. */
  readonly merchantId: number
  readonly to: Readers
  readonly template: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Tells everybody it concerns, each in their own language. Gives how many that are. */
export type StaffMail = (unit: UnitOfWork, letter: StaffLetter) => Promise<number>

interface StaffMailDeps {
  readonly secrets: SecretBox
  readonly userFormats: (tx: Tx, user: { id: string; homeMerchantId: number }) => Promise<UserFormats>
}

export const staffMail =
  ({ secrets, userFormats }: StaffMailDeps): StaffMail =>
  async (unit, { merchantId, to, template, facts }) => {
    const readers = await readersAt(unit.tx, merchantId, to)
    for (const { id, merchantId: homeMerchantId, username, displayName, email } of readers) {
      const { locale } = await userFormats(unit.tx, { id, homeMerchantId })
      const view = { user: { username, displayName }, ...facts }
      unit.enqueue(mailJob(secrets, { to: email, template, merchantId, locale, view }, unit.newId()))
    }
    return readers.length
  }
