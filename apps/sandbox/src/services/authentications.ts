import type { Money } from '@signalbox/model/money/money'
import { openAppendLog } from '../append-log.ts'

export type Verdict = 'passed' | 'attempted' | 'rejected' | 'failed' | 'expired' | 'broken' | 'notEnrolled'
/** Decided at once, or on a page that asks for a code, or on one that decides by itself. */
export type Course =
  | Verdict
  | { readonly page: 'asks' }
  | { readonly page: 'decides'; readonly verdict: Verdict }

/** One payer being authenticated. Holds no card number. */
export interface Authentication {
  readonly id: string
  readonly reference: string
  readonly amount: Money
  readonly returnUrl: string
  /** In which the challenge speaks to the payer; their browser decides where nobody said. */
  readonly locale?: string
  readonly course: Course
  verdict: Verdict | undefined
  wrongCodes: number
}

type Begun = Omit<Authentication, 'amount' | 'verdict' | 'wrongCodes'> & {
  readonly amount: { readonly minor: string; readonly currency: string }
}
type Entry =
  | { readonly begun: Begun }
  | { readonly id: string; readonly verdict: Verdict }
  | { readonly id: string; readonly wrongCodes: number }

/** Who is being authenticated, kept on the disk: payers come back after minutes, and a restart is nothing to them. */
export interface Authentications {
  readonly count: number
  find(id: string): Authentication | undefined
  begin(authentication: Omit<Authentication, 'verdict' | 'wrongCodes'>): Promise<Authentication>
  decide(authentication: Authentication, verdict: Verdict): Promise<void>
  countWrong(authentication: Authentication): Promise<void>
  close(): Promise<void>
}

export function openAuthentications(path: string): Authentications {
  const log = openAppendLog<Entry>(path)
  const known = new Map<string, Authentication>()
  const apply = (entry: Entry): void => {
    if ('begun' in entry) {
      const { amount, course } = entry.begun
      known.set(entry.begun.id, {
        ...entry.begun,
        amount: { minor: BigInt(amount.minor), currency: amount.currency },
        verdict: typeof course === 'object' ? undefined : course,
        wrongCodes: 0,
      })
      return
    }
    const authentication = known.get(entry.id)
    if (!authentication) return
    if ('verdict' in entry) authentication.verdict = entry.verdict
    else authentication.wrongCodes = entry.wrongCodes
  }
  for (const entry of log.replayed) apply(entry)
  const record = (entry: Entry): Promise<void> => {
    apply(entry)
    return log.append(entry)
  }
  return {
    get count() {
      return known.size
    },
    find: (id) => known.get(id),
    async begin({ amount, ...rest }) {
      await record({ begun: { ...rest, amount: { ...amount, minor: String(amount.minor) } } })
      return known.get(rest.id) as Authentication
    },
    decide: ({ id }, verdict) => record({ id, verdict }),
    countWrong: ({ id, wrongCodes }) => record({ id, wrongCodes: wrongCodes + 1 }),
    close: () => log.close(),
  }
}
