import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface RecordNoticeProps {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

/** Something about a record that is easily overlooked and wants somebody to act, above its fields. */
export const RecordNotice = ({ icon, title, children }: RecordNoticeProps) => (
  <Alert mb={20} color="orange" variant="light" icon={<Icon name={icon} />} title={title}>
    {children}
  </Alert>
)
