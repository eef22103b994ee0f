import { ActionIcon } from '@mantine/core'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useSession } from './session/session-store.ts'

const label = 'See it in the cashier'

/** To the demo shop, as its customers see what is set here. Not there where no shop is. */
export function CashierLink({ locale }: { readonly locale?: string }) {
  const { metadata, merchantId } = useSession()
  if (metadata.cashierUrl === undefined) return null
  const said = new URLSearchParams({ shop: String(merchantId), ...(locale !== undefined && { locale }) })
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
