import { Button } from '@mantine/core'
import type { SearchWidgetData } from '@signalbox/model/calls/home-areas'
import { keywordOf } from '@signalbox/model/transaction-search/search-term'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { api } from '../../kit/api.ts'
import { recentSearches } from '../../kit/session/recent-searches.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { HomeLink } from './home-link.tsx'
import styles from './home.module.css'

const path = '/transactions'

/** The only payment there is for a term; the list is the better answer where there are several, none or no answer. */
async function onlyPayment(keyword: string): Promise<number | undefined> {
  try {
    const { items } = await api('GET /transaction', {
      query: { keyword, start: 0, limit: 2 },
      suppressToast: true,
    })
    return items.length === 1 ? items[0]?.id : undefined
  } catch {
    return undefined
  }
}

/** One term of whatever kind: who was asked about a payment has an id, an address or a masked card, and little time. */
export function SearchWidget({ data: { limited } }: { readonly data: SearchWidgetData }) {
  const navigate = useNavigate()
  const [term, setTerm] = useState('')
  const [busy, setBusy] = useState(false)
  const recent = recentSearches.read()
  const find = async (event: SyntheticEvent) => {
    event.preventDefault()
    const keyword = keywordOf(term.trim())
    if (keyword === '' || busy) return
    setBusy(true)
    recentSearches.note(keyword)
    const id = await onlyPayment(keyword)
    setBusy(false)
    void navigate({ to: path, search: { keyword, ...(id !== undefined && { id: String(id) }) } as never })
  }
  return (
    <>
      <form className={styles.search} role="search" onSubmit={(event) => void find(event)}>
        <SearchInput
          className={styles.searchBox}
          label="Id, user, email or card"
          value={term}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy}>
          Find
        </Button>
      </form>
      {recent.length > 0 ? (
        <p className={styles.quiet}>
          Recent:{' '}
          {recent.map((keyword, index) => (
            <span key={keyword}>
              {index > 0 ? ', ' : ''}
              <HomeLink to={path} search={{ keyword }}>
                {keyword}
              </HomeLink>
            </span>
          ))}
        </p>
      ) : (
        <p className={styles.quiet}>
          {limited ? 'Finds whole terms of the last 31 days.' : 'Finds whole terms only.'}
        </p>
      )}
    </>
  )
}
