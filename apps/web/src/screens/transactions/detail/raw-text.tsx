import { ScrollBox } from './scroll-box.tsx'
import styles from './raw-text.module.css'

/** JSON is set out in lines; anything else stays as it came. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

export function RawText({
  title,
  headers,
  body,
}: {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const parts = [lines.join('\n'), body ? readable(body) : ''].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <>
      <p className={styles.title}>{title}</p>
      <ScrollBox label={title} className={styles.raw}>
        <pre className={styles.text}>{parts.join('\n\n')}</pre>
      </ScrollBox>
    </>
  )
}
