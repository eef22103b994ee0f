import { formatInstant } from '@signalbox/model/text/user-formats'
import { useEffect, useRef, useState } from 'react'
import { useFormats } from '../../kit/session/session-store.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { serverClock } from '../session/server-clock.ts'

const minuteMs = 60_000
const serverMs = (): number => Date.now() + serverClock.aheadMs()
const minuteOf = (ms: number): number => ms - (ms % minuteMs)
const secondsOf = (ms: number): string => String(new Date(ms).getUTCSeconds()).padStart(2, '0')

/** Every open page shows it all day: only the seconds change with each second, and they are written past React. */
export function ServerTime() {
  const formats = useFormats()
  const [minute, setMinute] = useState(() => minuteOf(serverMs()))
  const seconds = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tick = (): void => {
      const now = serverMs()
      setMinute(minuteOf(now))
      if (seconds.current) seconds.current.textContent = secondsOf(now)
    }
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  const iso = new Date(minute).toISOString()
  return (
    <Tooltip
      content={`Server time, shown in ${formats.timeZone}. UTC: ${iso.slice(0, 16).replace('T', ' ')}`}
    >
      <span>
        <time dateTime={iso}>
          {formatInstant(iso, { ...formats, dateFormat: 'YYYY-MM-DD HH:MM' })}:<span ref={seconds} />
        </time>{' '}
        {formats.timeZone}
      </span>
    </Tooltip>
  )
}
