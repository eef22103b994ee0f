import type { Entity } from '@signalbox/model/field/entity'
import { fill, texts } from '@signalbox/model/text/texts'
import { toast } from '../ui/toast.tsx'
import { ApiError } from './api.ts'

/** What somebody tried to do, in the words of the messages: "Voucher batch could not be created." */
export interface Attempt {
  readonly label: string
  /** Past participle. */
  readonly done: string
  /** Configurations have sentences of their own; everything else is called by its own name, or an entity. */
  readonly configuration?: boolean
  /** Whatever asked stays open and goes on with the newest version. */
  readonly staysOpen?: boolean
}

export const attemptOn = (e: Pick<Entity, 'label' | 'slug'>, done: string): Attempt => ({
  label: e.label,
  done,
  configuration: e.slug === 'config',
})

export interface Explanation {
  readonly text: string
  /** What the server said, when it says more. */
  readonly detail?: string
  readonly requestId?: string
}

function broken({ label, done, configuration }: Attempt): string {
  if (done === 'updated') return configuration ? texts.configurationNotUpdated : texts.entityNotUpdated
  if (done === 'deleted' && configuration) return texts.configurationNotDeleted
  return fill(texts.couldNotBe, label, done)
}

function textFor(error: ApiError, attempt: Attempt): string {
  if (attempt.staysOpen && newestOf(error)) return texts.changedWhileOpen
  if (error.code === 'VERSION_CONFLICT' || error.status === 404) return texts.refreshAndRetry
  if (error.code === 'MAIL_FAILED') return texts.resetLinkNotSent
  if (error.status === 403 || error.status === 409) return texts.actionNotPerformed
  return error.status >= 500 ? broken(attempt) : fill(texts.couldNotBe, attempt.label, attempt.done)
}

interface Newest {
  readonly id?: unknown
  readonly version: number
}

/** A record as it is now, when an attempt failed because it was made on an older version. */
export function newestOf(error: unknown): Newest | undefined {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT') return undefined
  const { version } = (error.body.current ?? {}) as { version?: unknown }
  return typeof version === 'number' ? { ...(error.body.current as object), version } : undefined
}

/**
 * The sentence for a failed attempt. Null when the person has been told already: the network toast, or the way to
 * the login page.
 */
export function explainFailure(error: unknown, attempt: Attempt): Explanation | null {
  if (!(error instanceof ApiError) || error.status === 401) return null
  const text = textFor(error, attempt)
  const { message, errorId, fields } = error.body
  // "The form has errors" helps nobody who has no form before them; the first error does.
  const serverMessage = fields?.[0]?.message ?? message
  return { text, detail: serverMessage === text ? undefined : serverMessage, requestId: errorId || undefined }
}

export function reportFailure(error: unknown, attempt: Attempt): void {
  const explanation = explainFailure(error, attempt)
  if (explanation) toast.error(explanation.text, { detail: explanation.detail, id: explanation.text })
}
