import type { HelpAnswer } from '@signalbox/model/calls/help'
import type { News } from '@signalbox/model/calls/release-note'
import { Refusal } from '@signalbox/model/text/refusal'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MarkdownView } from '../../kit/markdown/markdown-view.tsx'
import { fakeApi, type FakeHandlers } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import HelpPanel from './help-panel.tsx'
import { NewsMenu } from './news-menu.tsx'

withLayout()
beforeEach(() => signIn(['OPERATOR_ADMIN']))
afterEach(() => vi.restoreAllMocks())

const answer: HelpAnswer = {
  answer: '`506 ERR_DECLINED_OTHER_REASON`, failed: **Declined**.',
  articles: [{ title: 'All codes', page: 'Status codes', route: '/help?page=status-codes#all-codes' }],
  actions: [{ label: 'Open Transactions', route: '/transactions' }],
  known: true,
  txId: null,
}

const closed = vi.fn<() => void>()
const Panel = () => <HelpPanel onClose={closed} onShortcuts={() => undefined} />

function openPanel(path: string, handlers: FakeHandlers) {
  const server = fakeApi({ 'GET /help/transcript': () => ({ items: [] }), ...handlers })
  const { user } = renderScreen(Panel, path)
  return { ...server, user }
}

describe('the help panel', () => {
  it('takes a question by keyboard, with the page and what is open on it, and tells the answer', async () => {
    const { user, of } = openPanel('/transactions?id=888764512190464', { 'POST /help/ask': () => answer })
    const input = await screen.findByRole('textbox', { name: 'Your question' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.keyboard('Why was it declined?{Enter}')
    const log = screen.getByRole('log', { name: 'Questions and answers' })
    await waitFor(() => expect(log.textContent).toContain('506 ERR_DECLINED_OTHER_REASON'))
    expect(log.getAttribute('aria-live')).toBe('polite')
    expect(of('POST /help/ask').map(({ body }) => body)).toEqual([
      { question: 'Why was it declined?', page: '/transactions', txId: 888764512190464 },
    ])
    expect(screen.getByRole('link', { name: 'Open Transactions' }).getAttribute('href')).toBe('/transactions')
    expect(screen.getByRole('link', { name: 'All codes' }).getAttribute('href')).toBe(
      '/help?page=status-codes#all-codes',
    )
    closed.mockClear()
    await user.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('keeps the question when it could not be answered', async () => {
    const { user } = openPanel('/home', {
      'POST /help/ask': () => {
        throw new Refusal('INTERNAL')
      },
    })
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your question' })
    await user.type(input, 'Who can approve?{Enter}')
    expect(await screen.findByText('The question could not be answered.')).toBeTruthy()
    expect(input.value).toBe('Who can approve?')
  })

  it('shows what was asked before, and clears it', async () => {
    const past = { id: 'e1', askedAt: '2026-11-15T11:00:00.000Z', question: 'Earlier?', answer }
    const { user, of } = openPanel('/home', {
      'GET /help/transcript': () => ({ items: [past] }),
      'DELETE /help/transcript': () => ({ deleted: 1 }),
    })
    await screen.findByText('Earlier?')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(screen.queryByText('Earlier?')).toBeNull())
    expect(of('DELETE /help/transcript')).toHaveLength(1)
  })
})

describe('release notes', () => {
  const note = (id: string, read: boolean): News => ({
    id,
    release: '2.43.0',
    date: '2026-11-15',
    title: `Note ${id}`,
    category: 'FEATURE',
    bodyMd: 'Text <b>not bold</b> [bad](javascript:alert(1)) [good](/home)',
    publishedAt: '2026-11-15T11:00:00.000Z',
    read,
  })

  it('are counted until they are opened, and keep their mark while one reads', async () => {
    const read = new Set(['b'])
    const items = () => ['a', 'b'].map((id) => note(id, read.has(id)))
    const server = fakeApi({
      'GET /news': () => ({ items: items(), unread: items().filter((each) => !each.read).length }),
      'POST /news/read': ({ body }) => {
        const { ids } = body as { ids: string[] }
        for (const id of ids) read.add(id)
        return { read: ids.length }
      },
    })
    const { user } = renderScreen(NewsMenu, '/home')
    await user.click(await screen.findByRole('button', { name: 'What’s new, 1 unread' }))
    await screen.findByRole('button', { name: 'What’s new' })
    expect(server.of('POST /news/read').map(({ body }) => body)).toEqual([{ ids: ['a'] }])
    expect(screen.getAllByText('New')).toHaveLength(1)
    // What is written is text, and only links that lead somewhere safe are links.
    expect(document.querySelector('b')).toBeNull()
    expect(screen.queryByRole('link', { name: 'bad' })).toBeNull()
    expect(screen.getAllByRole('link', { name: 'good' })).toHaveLength(2)
  })
})

it('texts are drawn as elements, never as markup of their own', () => {
  fakeApi({})
  renderScreen(
    () => <MarkdownView source={'# T\n\n<img src=x onerror=alert(1)>\n\n| a |\n|---|\n| `c` |'} />,
    '/home',
  )
  expect(document.querySelector('img')).toBeNull()
})
