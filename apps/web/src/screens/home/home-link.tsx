import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayOpen } from '../../kit/session/allowed-pages.ts'

export interface HomeLinkProps {
  readonly to: string
  readonly search?: Readonly<Record<string, string>> | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Home tells more people about something than can open it: for the others it is words. */
export function HomeLink({ to, search, className, children }: HomeLinkProps) {
  const mayOpen = useMayOpen()
  if (!mayOpen(to)) return <span className={className}>{children}</span>
  return (
    <Link to={to} search={(search ?? {}) as never} className={className}>
      {children}
    </Link>
  )
}
