import { VisuallyHidden } from '@mantine/core'
import { useMerchant, useSession } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './merchant-button.module.css'
import { pathOf } from './merchant-tree.ts'

/** Says for whom everything on the page is; opens the switcher. */
export function MerchantButton({ onClick }: { readonly onClick: () => void }) {
  const merchant = useMerchant()
  const { metadata } = useSession()
  const path = pathOf(merchant, metadata.merchants)
  return (
    // Its name is what can be read on it, with words around: whoever speaks to the computer says what they see.
    <button type="button" className={styles.button} onClick={onClick} aria-haspopup="dialog">
      <span className={styles.icon}>
        <Icon name="building" size={18} />
      </span>
      <VisuallyHidden>Merchant </VisuallyHidden>
      <span className={styles.text}>
        <span className={styles.name}>{merchant.name}</span>
        <span className={styles.path}>
          {merchant.id}
          {path === '' ? null : ` · ${path}`}
        </span>
      </span>
      <VisuallyHidden>. Switch merchant</VisuallyHidden>
      <Icon name="chevron-down" size={16} />
    </button>
  )
}
