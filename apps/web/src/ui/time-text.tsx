import { Tooltip } from './tooltip.tsx'

export interface TimeTextProps {
  /** Machine form, ISO 8601. */
  readonly iso: string
  /** As the person wants to read it. */
  readonly text: string
  /** Lines of the tooltip: zone, UTC, how long ago. */
  readonly details: readonly string[]
}

export function TimeText({ iso, text, details }: TimeTextProps) {
  return (
    <Tooltip
      content={
        <>
          {details.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </>
      }
    >
      <time dateTime={iso} style={{ whiteSpace: 'nowrap' }}>
        {text}
      </time>
    </Tooltip>
  )
}
