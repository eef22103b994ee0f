import { formatInstant, formatRelative } from '@signalbox/model/text/user-formats'
import { TimeText } from '../../ui/time-text.tsx'
import { useFormats } from '../session/session-store.ts'
import { useNow } from '../use-now.ts'

/** A moment as the person reads it; the tooltip says which zone that is, what UTC says, and how long ago it was. */
export function InstantView({
  iso,
  as = 'moment',
}: {
  readonly iso: string
  readonly as?: 'moment' | 'distance'
}) {
  const formats = useFormats()
  const now = useNow()
  const written = (timeZone: string) =>
    formatInstant(iso, { ...formats, dateFormat: 'YYYY-MM-DD HH:MM', timeZone })
  const distance = formatRelative(iso, now)
  return (
    <TimeText
      iso={iso}
      text={as === 'moment' ? formatInstant(iso, formats) : distance}
      details={[`${written(formats.timeZone)} ${formats.timeZone}`, `${written('UTC')} UTC`, distance]}
    />
  )
}
