import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'
import styles from './copy-text.module.css'

export interface CopyTextProps {
  readonly value: string
  /** Another way to write it, such as in groups; instead of shortening. */
  readonly shown?: string
  /** Longest text shown; a longer one is shortened in the middle, because ids differ at both ends. */
  readonly maxChars?: number
  readonly label?: string
  readonly mono?: boolean
}

export function shortenMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const kept = maxChars - 1
  const head = Math.ceil(kept / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`
}

const confirmationMs = 1500

/** Shows a text, and puts the whole of it on the clipboard. */
export function CopyText({
  value,
  maxChars = 15,
  shown = shortenMiddle(value, maxChars),
  label = 'Copy',
  mono = true,
}: CopyTextProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmationMs)
  }
  return (
    <span className={styles.wrap} data-copy-value={value}>
      <Tooltip content={shown.includes('…') ? value : null}>
        <span className={mono ? 'mono' : undefined}>{shown}</span>
      </Tooltip>
      <Tooltip content={copied ? 'Copied' : label} describes={false}>
        <button
          type="button"
          className={styles.button}
          data-copied={copied || undefined}
          aria-label={`${label} ${value}`}
          onClick={(event) => {
            event.stopPropagation()
            void copy()
          }}
        >
          <Icon name={copied ? 'check' : 'copy'} size={14} />
        </button>
      </Tooltip>
      <span role="status" className={styles.announce}>
        {copied ? 'Copied' : ''}
      </span>
    </span>
  )
}
