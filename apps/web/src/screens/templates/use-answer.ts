import type { RenderedTemplate, TemplateCheck } from '@signalbox/model/calls/template'
import type { SampleName } from '@signalbox/model/template-language/sample-views'
import type { TemplateDraft } from '@signalbox/model/template'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../kit/api.ts'
import { useStable } from '../../kit/use-stable.ts'

const typingPauseMs = 450

export interface Answer<T> {
  /** The last one, which may be about an earlier text. */
  readonly answer: T | null
  readonly error: unknown
  readonly upToDate: boolean
}

interface Known<I, T> {
  readonly about: I | null
  readonly answer: T | null
  readonly error: unknown
}

/** Asks the server about something that is being typed: at once the first time, later when the typing pauses. */
function useAnswer<I, T>(input: I, ask: (input: I, signal: AbortSignal) => Promise<T>): Answer<T> {
  const [known, setKnown] = useState<Known<I, T>>({ about: null, answer: null, error: null })
  const newestAsk = useStable(ask)
  const first = known.about === null
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        newestAsk(input, abort.signal).then(
          (answer) => setKnown({ about: input, answer, error: null }),
          (error: unknown) => {
            if (!abort.signal.aborted) setKnown(({ answer }) => ({ about: input, answer, error }))
          },
        )
      },
      first ? 0 : typingPauseMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [input, first, newestAsk])
  return { answer: known.answer, error: known.error, upToDate: known.about === input }
}

/** The server's own check of what is being written. */
export const useCheck = (draft: TemplateDraft): Answer<TemplateCheck> =>
  useAnswer(draft, (template, signal) =>
    api('POST /template/validate', { body: { template }, signal, suppressToast: true }),
  )

export function useRendering(draft: TemplateDraft, fixture: SampleName): Answer<RenderedTemplate> {
  const body = useMemo(() => ({ template: draft, sample: { fixture } }), [draft, fixture])
  return useAnswer(body, (wanted, signal) =>
    api('POST /template/render', { body: wanted, signal, suppressToast: true }),
  )
}
