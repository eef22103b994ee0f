import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface ConsoleLinkProps {
  /** An address of the console as one would type it: path, filters, section. */
  readonly route: string
  readonly className?: string
  readonly onFollow?: () => void
  readonly children: ReactNode
}

/** Follows an address without loading the console anew. */
export function ConsoleLink({ route, className, onFollow, children }: ConsoleLinkProps) {
  const { pathname, searchParams, hash } = new URL(route, window.location.origin)
  return (
    <Link
      to={pathname}
      search={Object.fromEntries(searchParams)}
      hash={hash.slice(1)}
      className={className}
      onClick={onFollow}
    >
      {children}
    </Link>
  )
}
