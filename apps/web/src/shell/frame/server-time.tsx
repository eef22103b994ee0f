import { formatInstant } from '@signalbox/model/text/user-formats'
import { useEffect, useState } from 'react'
import { useFormats } from '../../kit/session/session-store.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { serverClock } from '../session/server-clock.ts'

const minuteMs = 60_000
const serverMs = (): number => Date.now() + serverClock.aheadMs()
const minuteOf = (ms: number): number => ms - (ms % minuteMs)

/**
 * Every open page shows it all day. Seconds would have the browser draw the page sixty times a minute, which took more of a
 * core than all else an open list does.
 */
export function ServerTime() {
  const formats = useFormats()
  const [minute, setMinute] = useState(() => minuteOf(serverMs()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const turn = (): void => {
      const now = serverMs()
      setMinute(minuteOf(now))
      timer = setTimeout(turn, minuteOf(now) + minuteMs - now)
    }
    turn()
    return () => clearTimeout(timer)
  }, [])
  const iso = new Date(minute).toISOString()
  return (
    <Tooltip
      content={`Server time, shown in ${formats.timeZone}. UTC: ${iso.slice(0, 16).replace('T', ' ')}`}
    >
      <span>
        <time dateTime={iso}>{formatInstant(iso, { ...formats, dateFormat: 'YYYY-MM-DD HH:MM' })}</time>{' '}
        {formats.timeZone}
      </span>
    </Tooltip>
  )
}
