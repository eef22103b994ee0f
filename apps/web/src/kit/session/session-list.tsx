import { Button } from '@mantine/core'
import type { SecurityOverview } from '@signalbox/model/calls/me'
import { Item, ItemList } from '../../ui/item-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { describeAgent, isHandheld } from './describe-agent.ts'
import { InstantView } from '../field/instant-view.tsx'

export interface SessionListProps {
  readonly sessions: SecurityOverview['sessions']
  readonly onEnd: (sessionId: string) => void
}

/** Where somebody is signed in, with a way to end each session but the one that is looking. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ItemList>
      {sessions.map(({ id, current, createdAt, lastSeenAt, ip, userAgent }) => (
        <Item
          key={id}
          icon={isHandheld(userAgent) ? 'phone' : 'device'}
          note={
            <>
              {ip} · signed in <InstantView iso={createdAt} />, last seen{' '}
              <InstantView iso={lastSeenAt} as="distance" />
            </>
          }
          action={
            current ? null : (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`End ${describeAgent(userAgent)} at ${ip}`}
                onClick={() => onEnd(id)}
              >
                End
              </Button>
            )
          }
        >
          <Tooltip content={userAgent}>
            <span>{describeAgent(userAgent)}</span>
          </Tooltip>{' '}
          {current ? <StatusBadge tone="positive">This session</StatusBadge> : null}
        </Item>
      ))}
    </ItemList>
  )
}
