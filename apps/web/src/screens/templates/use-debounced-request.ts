import type { RenderedTemplate, TemplateCheck } from '@signalbox/model/calls/template'
import type { SampleName } from '@signalbox/model/template-language/sample-views'
import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api, apiPath } from '../../kit/api.ts'
import { useStable } from '../../kit/use-stable.ts'

const typingPauseMs = 450

export interface DebouncedReply<T> {
  /** The last one, which may be about an earlier text. */
  readonly answer: T | null
  readonly error: unknown
  readonly upToDate: boolean
  /** Runs once with the answer about what is there now; typing on calls it off. */
  whenUpToDate(run: (answer: T | null) => void): void
}

interface ReplyState<I, T> {
  readonly about: I | null
  readonly answer: T | null
  readonly error: unknown
}

const noAnswer = { about: null, answer: null, error: null } as const

/** Asks the server about something that is being typed: at once the first time, later when the typing pauses. */
function useDebouncedRequest<I, T>(
  input: I,
  ask: (input: I, signal: AbortSignal) => Promise<T>,
): DebouncedReply<T> {
  const [known, setKnown] = useState<ReplyState<I, T>>(noAnswer)
  // The same, known before it is drawn: a key may be pressed between the answer and its drawing.
  const newest = useRef<ReplyState<I, T>>(noAnswer)
  const newestAsk = useStable(ask)
  const newestInput = useStable(() => input)
  const waiting = useRef<((answer: T | null) => void) | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const settle = (next: ReplyState<I, T>) => {
      // What was already on its way when the typing went on is not about the text that is there now.
      if (abort.signal.aborted) return
      newest.current = next
      setKnown(next)
      waiting.current?.(next.answer)
      waiting.current = null
    }
    const timer = setTimeout(
      () => {
        newestAsk(input, abort.signal).then(
          (answer) => settle({ about: input, answer, error: null }),
          (error: unknown) => settle({ about: input, answer: newest.current.answer, error }),
        )
      },
      newest.current.about === null ? 0 : typingPauseMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
      waiting.current = null
    }
  }, [input, newestAsk])
  return {
    answer: known.answer,
    error: known.error,
    upToDate: known.about === input,
    whenUpToDate: (run) => {
      if (newest.current.about === newestInput()) run(newest.current.answer)
      else waiting.current = run
    },
  }
}

/** The server's own check of what is being written. */
export const useCheck = (draft: TemplateDraft): DebouncedReply<TemplateCheck> =>
  useDebouncedRequest(draft, (template, signal) =>
    api('POST /template/validate', { body: { template }, signal, suppressToast: true }),
  )

export interface Rendering extends RenderedTemplate {
  /** Of the page with its pictures; null where it has none from elsewhere, which a frame shows as it is. */
  readonly pictured: string | null
}

const hasRemotePicture = (html: string): boolean => /(?:<img[^>]+src="|url\(["']?)https:/i.test(html)

export function useRendering(draft: TemplateDraft, fixture: SampleName): DebouncedReply<Rendering> {
  const body = useMemo(() => ({ template: draft, sample: { fixture } }), [draft, fixture])
  return useDebouncedRequest(body, async (wanted, signal) => {
    const options = { body: wanted, signal, suppressToast: true }
    const rendered = await api('POST /template/render', options)
    const isPage = draft.type === 'email' || draft.type === 'html'
    if (!isPage || rendered.problems.length > 0 || !hasRemotePicture(rendered.content))
      return { ...rendered, pictured: null }
    const { id } = await api('POST /template/preview', options)
    return { ...rendered, pictured: apiPath(`/template/preview/${id}`) }
  })
}
