import { guideContents, guideGroups } from '@signalbox/model/guide/contents'
import { Link } from '@tanstack/react-router'
import styles from './help.module.css'
import { newsPage } from './news-page.ts'

interface ContentsEntry {
  readonly page: string
  readonly title: string
}

const pagesOf = (group: (typeof guideGroups)[number]): readonly ContentsEntry[] => [
  ...guideContents.filter((each) => each.group === group),
  ...(group === 'Start here' ? [newsPage] : []),
]

/** Every page of the guide. */
export function Contents({ current }: { readonly current: string }) {
  return (
    <nav aria-label="Guide" className={styles.contents}>
      {guideGroups.map((group) => (
        <section key={group}>
          <h2 className={styles.group}>{group}</h2>
          <ul className={styles.pages}>
            {pagesOf(group).map(({ page, title }) => (
              <li key={page}>
                <Link
                  to="/help"
                  search={{ page }}
                  className={styles.page}
                  aria-current={page === current ? 'page' : undefined}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
