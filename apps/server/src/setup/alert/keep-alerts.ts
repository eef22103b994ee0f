import type { AlertSource } from '@signalbox/model/calls/alert'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { latestOf, setResolved, upsertAlert, type NewAlert } from './store.ts'

/** Of more at one merchant one alert tells how many there are: a bell full of one thing hides everything else. */
const mostOfMerchant = 20

/** What a source sees at the moment. */
export type StandingTrouble = Pick<NewAlert, 'merchantId' | 'key' | 'title' | 'body'> &
  Partial<Pick<NewAlert, 'psp' | 'subject'>>

export interface KeptSource {
  readonly source: AlertSource
  /** What is said instead of many. */
  readonly many: (count: number) => { readonly title: string; readonly body: string }
  /** Whether trouble that is not seen is over; always, unless the source looks at a part only. */
  readonly isOver?: (key: string) => boolean
}

const manyKey = 'many'

function gathered(troubles: readonly StandingTrouble[], { many }: KeptSource): StandingTrouble[] {
  return [...new Set(troubles.map(({ merchantId }) => merchantId))].flatMap((merchantId) => {
    const own = troubles.filter((trouble) => trouble.merchantId === merchantId)
    return own.length > mostOfMerchant ? [{ merchantId, key: manyKey, ...many(own.length) }] : own
  })
}

const nameOf = ({ merchantId, key }: Pick<StandingTrouble, 'merchantId' | 'key'>) => `${merchantId} ${key}`

/**
 * Makes the alerts of a source those of what it sees now. What is told already is not told again while it stands, nor
 * after somebody resolved it, unless there is something else to say; what is seen no more ends.
 */
export async function keepAlerts(
  unit: Pick<UnitOfWork, 'tx' | 'now' | 'newId' | 'emit'>,
  kept: KeptSource,
  troubles: readonly StandingTrouble[],
): Promise<{ readonly raised: number; readonly ended: number }> {
  const { tx, now, newId, emit } = unit
  const { source, isOver = () => true } = kept
  const standing = new Map(gathered(troubles, kept).map((trouble) => [nameOf(trouble), trouble]))
  let [raised, ended] = [0, 0]
  for (const alert of await latestOf(tx, source)) {
    const trouble = standing.get(nameOf(alert))
    const isSaid = trouble?.title === alert.title && trouble.body === alert.body
    if (isSaid && (!alert.isResolved || alert.resolvedBy !== null)) standing.delete(nameOf(alert))
    if (trouble || alert.isResolved || (alert.key !== manyKey && !isOver(alert.key))) continue
    await setResolved(tx, alert, { by: null, now })
    emit({ merchantId: alert.merchantId, topic: 'alert', key: alert.id })
    ended++
  }
  for (const trouble of standing.values()) {
    const alert = { psp: null, subject: null, ...trouble, source, severity: 'WARNING' } as const
    const id = await upsertAlert(tx, alert, { id: newId(), now })
    emit({ merchantId: trouble.merchantId, topic: 'alert', key: id })
    raised++
  }
  return { raised, ended }
}
