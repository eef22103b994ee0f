import type { MerchantNode } from '@signalbox/model/access/session'
import { Section } from '../../../kit/record/record-panel.tsx'
import { asList } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import styles from './user-panels.module.css'

/** The merchants themselves and everything below them, in the order of the tree. */
function reachOf(merchants: readonly MerchantNode[], roots: readonly number[]): MerchantNode[] {
  const parents = new Map(merchants.map(({ id, parentId }) => [id, parentId]))
  const isBelow = (id: number | null | undefined): boolean =>
    typeof id === 'number' && (roots.includes(id) || isBelow(parents.get(id)))
  return merchants.filter(({ id }) => isBelow(id))
}

const shownAtMost = 30

/** Where the roles count, as far as who looks at it can see. */
export function MerchantReach({ record }: { readonly record: Row }) {
  const { merchants } = useSession().metadata
  const merchantName = useMerchantName()
  const listed = asList(record.merchants).map(Number)
  const roots = listed.length > 0 ? listed : [Number(record.merchantId)]
  const reach = reachOf(merchants, roots)
  const unseen = roots.filter((id) => !merchants.some((merchant) => merchant.id === id))
  const more = reach.length - shownAtMost
  return (
    <Section title="Where">
      <p className={styles.muted}>
        {listed.length > 0
          ? `Limited to ${listed.map(merchantName).join(', ')}${reach.length > listed.length ? ' and merchants below' : ''}.`
          : `All merchants below ${merchantName(Number(record.merchantId))}.`}
        {unseen.length > 0 ? ` Not in your own scope: ${unseen.join(', ')}.` : ''}
      </p>
      <ul className={styles.chips} aria-label="Accessible merchants">
        {reach.slice(0, shownAtMost).map(({ id, name }) => (
          <li key={id} className={styles.chip}>
            {name}
          </li>
        ))}
        {more > 0 ? <li className={styles.muted}>and {more} more</li> : null}
      </ul>
    </Section>
  )
}
