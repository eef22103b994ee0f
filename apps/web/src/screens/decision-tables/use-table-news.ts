import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live, type LiveEvent } from '../../kit/live.ts'
import { useSession } from '../../kit/session/session-store.ts'
import type { SectionInfo } from './section-info.ts'
import { allCommentsKey } from './use-comments.ts'
import { tableKey } from './use-loaded-table.ts'

/** An own save is heard of about when it is answered; by then the answer is here. */
const gatherMs = 300

/** What is open on the page, as far as it says which revisions are known. */
interface Open {
  infos(): ReadonlyMap<string, Pick<SectionInfo, 'step'>>
}

/** A save this page knows the revision of is its own, and ten thousand rows are megabytes to read again. */
function isKnown(session: Open, { key = '', payload = {} }: LiveEvent): boolean {
  const step = session.infos().get(key)?.step
  return payload.action === 'SAVE' && payload.version === step?.version && payload.revision === step?.revision
}

/** Reads the table again when somebody did something to its rulesets. */
export function useTableNews(session: Open, slug: string): void {
  const { merchantId } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    let heard: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const isNews = heard.some((event) => !isKnown(session, event))
      heard = []
      timer = undefined
      if (!isNews) return
      void client.invalidateQueries({ queryKey: tableKey(merchantId, slug) })
      // Two people talk about a change while both look at it.
      void client.invalidateQueries({ queryKey: allCommentsKey })
    }
    const end = live.on('ruleset', (event) => {
      const { table = slug } = event.payload ?? {}
      if (table !== slug) return
      heard.push(event)
      timer ??= setTimeout(look, gatherMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [client, session, merchantId, slug])
}
