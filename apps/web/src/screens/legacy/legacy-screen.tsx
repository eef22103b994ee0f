import { Link } from '@tanstack/react-router'
import { legacyPathOf } from '../../kit/legacy/legacy-choice.ts'
import { useAllowedPages } from '../../kit/session/allowed-pages.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './legacy-screen.module.css'

/** Where the old back office began: its pages, as far as the person may open them. */
export default function LegacyScreen() {
  const { metadata } = useSession()
  const pages = useAllowedPages().filter(({ legacy }) => legacy)
  const groups = [...new Set(pages.map(({ group }) => group))]
  return (
    <Page title="Legacy back office">
      <p className={styles.about}>
        Version {metadata.legacyVersion}. The same data as in the new pages, as a classic grid: every column,
        dense rows, a right-click menu, and a double-click to edit.
      </p>
      {pages.length === 0 ? (
        <Card>
          <EmptyState title="No legacy pages">
            Your roles open none of the pages that have a legacy view.
          </EmptyState>
        </Card>
      ) : (
        <div className={styles.groups}>
          {groups.map((group) => (
            <Card key={group} title={group} headingId={`legacy-${group}`}>
              <ul className={styles.list}>
                {pages
                  .filter((page) => page.group === group)
                  .map(({ path, title, icon }) => (
                    <li key={path}>
                      <Link to={legacyPathOf(path)} className={styles.link}>
                        <Icon name={icon} size={16} />
                        {title}
                      </Link>
                    </li>
                  ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </Page>
  )
}
