import { ActionIcon } from '@mantine/core'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useSession } from './session/session-store.ts'

const label = 'See it in the cashier'

export interface CashierLinkProps {
  /** Whose shop: without one, that of the merchant somebody works at. */
  readonly shop?: number
  /** The method that is open when one comes. */
  readonly method?: string
}

/** To the demo shop, as its customers see what is set here. Not there where no shop is. */
export function CashierLink({ shop, method }: CashierLinkProps) {
  const { metadata, merchantId } = useSession()
  if (metadata.cashierUrl === undefined) return null
  const said = new URLSearchParams({ shop: String(shop ?? merchantId), ...(method && { method }) })
  return (
    <Tooltip content={label} describes={false}>
      <ActionIcon
        component="a"
        href={`${metadata.cashierUrl}?${said.toString()}`}
        target="_blank"
        rel="noopener noreferrer"
        size={32}
        variant="default"
        aria-label={label}
      >
        <Icon name="external" size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
