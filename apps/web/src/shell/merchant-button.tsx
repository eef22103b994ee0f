import { useMerchant, useSession } from '../kit/session-store.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './merchant-button.module.css'
import { pathOf } from './merchant-tree.ts'

/** Says for whom everything on the page is; opens the switcher. */
export function MerchantButton({ onClick }: { readonly onClick: () => void }) {
  const merchant = useMerchant()
  const { metadata } = useSession()
  const path = pathOf(merchant, metadata.merchants)
  return (
    <button
      type="button"
      className={styles.button}
      onClick={onClick}
      aria-haspopup="dialog"
      aria-label={`Merchant ${merchant.name}, ${merchant.id}. Switch merchant`}
    >
      <span className={styles.icon}>
        <Icon name="building" size={18} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{merchant.name}</span>
        <span className={styles.path}>
          {merchant.id}
          {path === '' ? null : ` · ${path}`}
        </span>
      </span>
      <Icon name="chevron-down" size={16} />
    </button>
  )
}
