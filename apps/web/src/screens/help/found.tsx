import type { GuideHit } from '@signalbox/model/guide/guide-index'
import { guideRoute } from '@signalbox/model/guide/guide-section'
import { ConsoleLink } from '../../kit/markdown/console-link.tsx'
import styles from './help.module.css'

export interface FoundProps {
  readonly hits: readonly GuideHit[]
  readonly onFollow: () => void
}

/** Sections that hold the words, the best first. */
export function Found({ hits, onFollow }: FoundProps) {
  return (
    <div className={styles.contents}>
      <p className={styles.count} role="status">
        {hits.length === 0 ? 'Nothing found. Try other words.' : `${hits.length} found`}
      </p>
      <ul className={styles.pages}>
        {hits.map(({ id, title, pageTitle }) => (
          <li key={id}>
            <ConsoleLink route={guideRoute(id)} className={styles.page} onFollow={onFollow}>
              {title}
              {title === pageTitle ? null : <span className={styles.of}>{pageTitle}</span>}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
