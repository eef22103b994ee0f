import type { FormInput } from '@signalbox/model/cashier/input-form'
import type { Visit } from './visit.ts'

/** A payment as it is sent to the platform. */
export interface PayRequest {
  readonly visit: Visit
  readonly body: object
  /** The method it is made by, and the fields it has. */
  readonly key: string
  readonly inputs: readonly FormInput[]
}

/** A card as it came from a browser, and what the platform calls it since. */
interface KeptCard {
  readonly encrypted: string
  readonly token: string
}

/** What the shop remembers of the forms that were sent, by their references: each is paid once. */
export interface SentForms {
  /** One after the other for the same form: the second finds what the first has done. */
  inTurn<T>(form: string, run: () => Promise<T>): Promise<T>
  /** Sent to the platform, and nobody knows whether it arrived: until then it is sent again as it was. */
  readonly unanswered: Kept<PayRequest>
  readonly cards: Kept<KeptCard>
}

interface Kept<T> {
  get(form: string): T | undefined
  set(form: string, value: T): void
  delete(form: string): void
}

const mostKept = 1_000

/** The oldest go first: the platform knows a form by its reference, whatever is forgotten here. */
function keptNewest<T>(): Kept<T> {
  const kept = new Map<string, T>()
  return {
    get: (form) => kept.get(form),
    set: (form, value) => {
      kept.delete(form)
      kept.set(form, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
    },
    delete: (form) => void kept.delete(form),
  }
}

export function openSentForms(): SentForms {
  const turns = new Map<string, Promise<unknown>>()
  return {
    inTurn: async (form, run) => {
      const before = turns.get(form) ?? Promise.resolve()
      const mine = before.then(run, run)
      turns.set(form, mine)
      try {
        return await mine
      } finally {
        if (turns.get(form) === mine) turns.delete(form)
      }
    },
    unanswered: keptNewest(),
    cards: keptNewest(),
  }
}

export const formOf = ({ merchantId }: Visit['shop'], reference: string): string =>
  `${merchantId}/${reference}`
