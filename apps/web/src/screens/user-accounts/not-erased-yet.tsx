import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Icon } from '../../ui/icon.tsx'

interface NotErasedYetProps {
  readonly dueAt: unknown
  readonly children?: ReactNode
}

/** A person whose erasure waits, wherever they are still seen. */
export const NotErasedYet = ({ dueAt, children }: NotErasedYetProps) => (
  <Alert
    mb={20}
    color="orange"
    variant="light"
    icon={<Icon name="lock" />}
    title="Restricted: hidden, not erased yet"
  >
    {typeof dueAt === 'string' ? (
      <p>
        The data is erased after <InstantView iso={dueAt} />. Until then only GDPR staff and auditors can see
        it.
      </p>
    ) : null}
    {children}
  </Alert>
)
