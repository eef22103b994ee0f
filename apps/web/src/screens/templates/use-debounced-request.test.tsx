import type { TemplateCheck } from '@signalbox/model/calls/template'
import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectionLost, fakeApi } from '../../kit/testing/fake-api.ts'
import { draftOf } from './editor-state.ts'
import { mail } from './testing/fake-templates.ts'
import { useCheck } from './use-debounced-request.ts'

afterEach(cleanup)

const draft = (subject: string): TemplateDraft => draftOf(mail('t1', { subject }))
const fine: TemplateCheck = { ok: true, problems: [], warnings: [], usedVariables: [], cases: [] }
const about = (message: string): TemplateCheck => ({
  ...fine,
  ok: false,
  problems: [{ field: 'content', message }],
})

/** A server that answers when it is told to; the answer names the subject it is about. */
function slowServer() {
  const answers: (() => void)[] = []
  const api = fakeApi({
    'POST /template/validate': ({ body }) =>
      new Promise((resolve) => {
        const { subject } = (body as { template: TemplateDraft }).template
        answers.push(() => resolve(about(subject ?? '')))
      }),
  })
  const asked = () => api.of('POST /template/validate').length
  const answer = async (at: number) => {
    await waitFor(() => expect(asked()).toBe(at + 1))
    await act(async () => answers[at]?.())
  }
  return { asked, answer }
}

function open(first: TemplateDraft) {
  const run = vi.fn<(answer: TemplateCheck | null) => void>()
  const hook = renderHook(({ typed }) => useCheck(typed), { initialProps: { typed: first } })
  const messages = () => run.mock.calls.map(([answer]) => answer?.problems[0]?.message)
  return { ...hook, run, messages }
}

describe('the check of what is typed', () => {
  it('answers whoever waits for it, once', async () => {
    const { answer } = slowServer()
    const { result, run, messages } = open(draft('A'))
    result.current.whenUpToDate(run)
    expect(run).not.toHaveBeenCalled()
    await answer(0)
    await waitFor(() => expect(messages()).toEqual(['A']))
  })

  it('answers at once when the answer came after the drawing whose function is called', async () => {
    const { answer } = slowServer()
    const { result, run, messages } = open(draft('A'))
    const earlier = result.current
    await answer(0)
    await waitFor(() => expect(result.current.upToDate).toBe(true))
    earlier.whenUpToDate(run)
    expect(messages()).toEqual(['A'])
  })

  it('answers about the newest text whichever drawing the function is from', async () => {
    const { answer } = slowServer()
    const { result, rerender, run, messages } = open(draft('A'))
    await answer(0)
    await waitFor(() => expect(result.current.upToDate).toBe(true))
    const earlier = result.current
    rerender({ typed: draft('B') })
    earlier.whenUpToDate(run)
    await answer(1)
    await waitFor(() => expect(messages()).toEqual(['B']))
  })

  it('is not answered by what comes in about a text that has been typed over', async () => {
    const { answer } = slowServer()
    const { result, rerender, run, messages } = open(draft('A'))
    await waitFor(() => expect(result.current.answer).toBeNull())
    rerender({ typed: draft('B') })
    result.current.whenUpToDate(run)
    await answer(0)
    expect(messages()).not.toContain('A')
  })

  it('asks about a text once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { answer, asked } = slowServer()
      const { result } = open(draft('A'))
      await answer(0)
      await waitFor(() => expect(result.current.upToDate).toBe(true))
      await act(() => vi.advanceTimersByTimeAsync(5000))
      expect(asked()).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('lets whoever waits go on when it fails', async () => {
    fakeApi({ 'POST /template/validate': () => Promise.reject(new ConnectionLost()) })
    const { result, run } = open(draft('A'))
    result.current.whenUpToDate(run)
    await waitFor(() => expect(run.mock.calls).toEqual([[null]]))
  })
})
