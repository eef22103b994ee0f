import { SegmentedControl } from '@mantine/core'
import { approvalQueues, type ApprovalQueue } from '@signalbox/model/entities/transaction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../kit/api.ts'
import { withFilter } from '../../kit/list/list-state.ts'
import { live } from '../../kit/live.ts'
import { useSession } from '../../kit/session/session-store.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import styles from './approve.module.css'

export const firstQueue: ApprovalQueue = 'first'
const queues = Object.entries(approvalQueues) as [ApprovalQueue, string][]

/** Payments come in bursts; the numbers follow them once a second at most. */
const pauseMs = 1_000

function useQueueCounts() {
  const { merchantId } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = live.on('approval', () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: ['approval', 'queues'] })
      }, pauseMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
  return useQuery({
    queryKey: ['approval', 'queues', merchantId],
    queryFn: ({ signal }) => api('GET /approval/queue', { signal, suppressToast: true }),
    // What is in time now is late some time without anything happening.
    refetchInterval: 60_000,
  })
}

/** The queues of the desk, how much waits in each, and how much of it for too long. */
export function QueueTabs({ list }: { readonly list: ListPageModel }) {
  const { state, change } = list
  const { data } = useQueueCounts()
  const countOf = (queue: ApprovalQueue) => data?.queues.find((each) => each.queue === queue)
  return (
    <SegmentedControl
      aria-label="Queue"
      className={styles.queues}
      data={queues.map(([value, label]) => {
        const count = countOf(value)
        return {
          value,
          label: (
            <span className={styles.queue}>
              {label}
              {count && count.waiting > 0 ? <span className={styles.count}>{count.waiting}</span> : null}
              {count && count.late > 0 ? <span className={styles.late}>{count.late} late</span> : null}
            </span>
          ),
        }
      })}
      value={state.filters.queue ?? firstQueue}
      onChange={(queue) =>
        change((current) => ({ ...withFilter(current, 'queue', queue), id: null, dialog: null, tab: null }))
      }
    />
  )
}
