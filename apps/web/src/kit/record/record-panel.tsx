import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import styles from './record-panel.module.css'

/** What a tab of a record shows: sections below each other. */
export function Panel({ children }: { readonly children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>
}

export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 id={id}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** The answer, or why there is none yet. */
export function QueryBoundary({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  readonly children: ReactNode
}) {
  const { data, error, refetch } = query
  if (data !== undefined) return children
  if (error) {
    const body = error instanceof ApiError ? error.body : undefined
    return (
      <ErrorPanel
        title={body?.message ?? error.message}
        requestId={body?.errorId}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Skeleton>
      <SkeletonLines lines={5} />
    </Skeleton>
  )
}
