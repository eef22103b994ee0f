import { releaseNoteCategories } from '@signalbox/model/entities/release-note'
import type { News } from '@signalbox/model/calls/release-note'
import { formatDay } from '@signalbox/model/text/user-formats'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { MarkdownView } from '../markdown/markdown-view.tsx'
import { useFormats } from '../session/session-store.ts'
import styles from './news-list.module.css'

const looks: Readonly<Record<News['category'], { readonly tone: Tone; readonly icon: IconName }>> = {
  FEATURE: { tone: 'positive', icon: 'star' },
  IMPROVEMENT: { tone: 'active', icon: 'arrow-up' },
  BUG: { tone: 'attention', icon: 'check' },
  TASK: { tone: 'neutral', icon: 'settings' },
}

export interface NewsListProps {
  readonly items: readonly News[]
  /** Those that were unread when they were opened, and are not any more. */
  readonly fresh: ReadonlySet<string>
  readonly onFollow?: () => void
}

/** Release notes below each other, the newest first. */
export function NewsList({ items, fresh, onFollow }: NewsListProps) {
  const formats = useFormats()
  return (
    <ul className={styles.list}>
      {items.map(({ id, title, category, release, date, bodyMd, read }) => (
        <li key={id} className={styles.item}>
          <h3 className={styles.title}>
            {title}
            {!read || fresh.has(id) ? <span className={styles.fresh}>New</span> : null}
          </h3>
          <p className={styles.note}>
            <StatusBadge {...looks[category]}>{releaseNoteCategories[category]}</StatusBadge>
            <span>
              {release} · {formatDay(`${date}T12:00:00.000Z`, formats)}
            </span>
          </p>
          <MarkdownView source={bodyMd} below={2} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  )
}
